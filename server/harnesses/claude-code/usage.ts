import type { ClaimedUse, Usage } from "../../domain/usage.ts";
import { totalTokens } from "../../domain/usage-sum.ts";
import { type Json, number, object, tokens } from "../json-line.ts";
import { Tally } from "../tally.ts";

/**
 * Usage of one result. `model_usage_since_last_result` is exactly this invocation, side models included; `modelUsage` and
 * `total_cost_usd` run on over resumed sessions. Older versions have only `usage`, and on a budget stop that is all 0.
 * `costBefore`: `total_cost_usd` that was told last, by the result before or by the invocation that this one resumes.
 * `counted`: a result before this one in the same stream has told its models. It may have told what this one used as well
 * (the answer after a sub-agent's end): then nothing is left for this one.
 */
export function usageOfResult(result: Json, costBefore: number, counted: boolean): Usage | null {
	const since = object(result.model_usage_since_last_result);
	if (since !== null && Object.keys(since).length > 0) return sumOfModels(since);
	if (since !== null && counted) return null;
	const usage = object(result.usage);
	const total = number(result.total_cost_usd);
	if (usage === null) return null;
	const parts = partsOf(usage);
	const said = [parts.input, parts.cacheRead, parts.cacheWrite, parts.output].some(
		(count) => (count ?? 0) > 0,
	);
	const models = object(result.modelUsage);
	if (!said && models !== null && Object.keys(models).length > 0) return sumOfModels(models);
	// A call that failed says 0 because it got no account, not because nothing was used.
	if (!said && result.is_error === true) return null;
	const costUsd = total === null ? null : Math.max(0, total - costBefore);
	return {
		...parts,
		reasoning: tokens(object(usage.output_tokens_details)?.thinking_tokens),
		costUsd,
		costOrigin: costUsd === null ? null : "cli",
		origin: "reported",
		partial: false,
	};
}

function sumOfModels(models: Json): Usage | null {
	const tally = new Tally();
	for (const value of Object.values(models)) {
		const model = object(value);
		if (model === null) continue;
		tally.add({
			input: tokens(model.inputTokens),
			cacheRead: tokens(model.cacheReadInputTokens),
			cacheWrite: tokens(model.cacheCreationInputTokens),
			output: tokens(model.outputTokens),
			reasoning: tokens(model.thinkingTokens),
			costUsd: number(model.costUSD),
		});
	}
	return tally.usage("reported", false);
}

/** Input side of a message's usage. Its output is the value at the message's start, so nothing is known of it. */
export function inputPartsOf(usage: Json): Pick<Usage, "input" | "cacheRead" | "cacheWrite"> {
	const { input, cacheRead, cacheWrite } = partsOf(usage);
	return { input, cacheRead, cacheWrite };
}

function partsOf(usage: Json): Pick<Usage, "input" | "cacheRead" | "cacheWrite" | "output"> {
	return {
		input: tokens(usage.input_tokens),
		cacheRead: tokens(usage.cache_read_input_tokens),
		cacheWrite: tokens(usage.cache_creation_input_tokens),
		output: tokens(usage.output_tokens),
	};
}

/** What Claude says of the whole session, earlier invocations included: `modelUsage` and `total_cost_usd`. */
export function claimOfResult(result: Json): ClaimedUse | null {
	const costUsd = number(result.total_cost_usd);
	const models = object(result.modelUsage);
	const sum = models === null ? null : sumOfModels(models);
	const total = sum === null ? null : totalTokens(sum);
	return costUsd === null && total === null ? null : { tokens: total, costUsd, scope: "session" };
}
