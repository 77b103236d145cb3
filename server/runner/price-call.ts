import { sentence } from "../domain/errors.ts";
import { priced, withoutHollowCost } from "../domain/prices.ts";
import type { Usage } from "../domain/usage.ts";
import { readPrices } from "../prices/read-prices.ts";
import { appendRunEvent } from "../store/events.ts";
import type { RunContext } from "./run-context.ts";

/** what was said of a broken table, so that it is said once while this runner lives */
const told = new Set<string>();

/**
 * A call's use with its cost, fixed now that the call has ended: the price table is read anew each time, and what it
 * says later changes nothing. A broken table makes no cost, and the run says so.
 */
export function priceCall(
	context: RunContext,
	loop: number,
	usage: Usage | null,
	model: string | null,
): Usage | null {
	if (usage === null) return null;
	const { prices, problems, path } = readPrices(context.host.dataDirectory);
	const [problem] = problems;
	if (problem && usage.origin === "reported" && !told.has(sentence(problem))) {
		told.add(sentence(problem));
		const text = `No cost can be made from the price table: ${path}: ${sentence(problem)}.`;
		context.store.transaction(() =>
			appendRunEvent(context.store, context.runId, { kind: "notice", loop, level: "warning", text }),
		);
	}
	return prices === null ? withoutHollowCost(usage) : priced(usage, model, prices);
}
