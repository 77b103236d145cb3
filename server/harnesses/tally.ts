import { withoutHollowCost } from "../domain/prices.ts";
import type { ClaimedUse, Usage } from "../domain/usage.ts";

type Counts = Pick<Usage, "input" | "cacheRead" | "cacheWrite" | "output" | "reasoning" | "costUsd">;

/** Adds two counts; what one side doesn't know stays as the other says, and null + null is null. */
function add(a: number | null, b: number | null): number | null {
	if (a === null) return b;
	return b === null ? a : a + b;
}

/** Sums the model steps of one call, as CLIs report them that give no total of their own. */
export class Tally {
	#sum: Counts | null = null;

	/** Adds one step and gives the sum so far. */
	add(step: Partial<Counts>): Counts {
		const before = this.#sum;
		this.#sum = {
			input: add(before?.input ?? null, step.input ?? null),
			cacheRead: add(before?.cacheRead ?? null, step.cacheRead ?? null),
			cacheWrite: add(before?.cacheWrite ?? null, step.cacheWrite ?? null),
			output: add(before?.output ?? null, step.output ?? null),
			reasoning: add(before?.reasoning ?? null, step.reasoning ?? null),
			costUsd: add(before?.costUsd ?? null, step.costUsd ?? null),
		};
		return this.#sum;
	}

	/** The sum as a usage; null if no step was ever reported. `claimed`: the CLI's own total, where it gives one. */
	usage(origin: Usage["origin"], partial: boolean, claimed: ClaimedUse | null = null): Usage | null {
		if (this.#sum === null) return null;
		const costOrigin = this.#sum.costUsd === null ? null : "cli";
		const usage: Usage = { ...this.#sum, costOrigin, origin, partial };
		if (claimed !== null) usage.claimed = claimed;
		return withoutHollowCost(usage);
	}
}
