import type { HarnessResult } from "../domain/harness.ts";
import { resetTimeOf } from "../domain/reset-time.ts";
import { setRunStatus } from "../store/run-status.ts";
import type { Breaker } from "./breaker.ts";
import { LeaveRun } from "./leave.ts";
import type { RunContext } from "./run-context.ts";

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;
/** Doubling from 2 s with a cap of 5 min: twelve tries are about half an hour of outage. */
const transportTries = 12;
/**
 * A CLI that hung, or that somebody else ended, is given another chance: a model service that never answers looks like
 * this, and so does a machine short of memory. Both pass.
 */
const cutOffTries = 2;

/** What to do about a failed call: try again (after waiting), or give up and tell the protocol. */
export type Recovery = "retry" | "give_up";

export interface Failure {
	result: HarnessResult;
	/** failures of this kind in this step, this one included */
	transportFailures: number;
	/** calls of this step that hung or were ended from outside; 0 if this one wasn't */
	cutOff: number;
	/** failures of this step */
	breaker: Breaker;
	/** command that logs in, for people */
	login: string | null;
}

/**
 * Waits out what is not the work's fault (design §5.10). Transport: back-off with jitter, or until the time that the CLI
 * names. Quota: until the reset time, else the run asks. Auth: the run asks, with the CLI's own words. The same failure
 * three times within 60 s: the run asks. Everything else is the protocol's to decide.
 * @throws LeaveRun when the run has to ask, or when a person wants it to leave while it waits
 */
export async function recoverFrom(context: RunContext, failure: Failure): Promise<Recovery> {
	const { result } = failure;
	const words = result.message ?? "the CLI gave no reason";
	const now = Date.now();
	if (result.errorKind === "auth") {
		const mend = failure.login === null ? "" : ` Log in with \`${failure.login}\`, then answer to go on.`;
		throw asks(`The CLI could not log in: ${sentence(words)}${mend}`);
	}
	if (failure.breaker.failed(result, now))
		throw asks(`The same failure three times within a minute: ${sentence(words)} Answer to try again.`);
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	// a header may only say when to try again, the words when the limit is lifted: the later one counts
	const times = [result.resetAt, resetTimeOf(words, now, zone)].flatMap((time) =>
		time === null ? [] : Date.parse(time),
	);
	const resetAt = times.length === 0 ? null : Math.max(...times);
	switch (result.errorKind) {
		case "transport": {
			if (failure.transportFailures >= transportTries)
				throw asks(
					`The model service was not reached in ${transportTries} tries: ${sentence(words)} Answer to try again.`,
				);
			const delay = Math.min(firstDelayMs * 2 ** (failure.transportFailures - 1), longestDelayMs);
			const backOff = now + delay * (0.75 + Math.random() / 2);
			await waitUntil(context, Math.max(backOff, resetAt ?? 0), `Model service not reached: ${words}`);
			return "retry";
		}
		case "quota":
			if (resetAt === null)
				throw asks(
					`The usage limit is reached and the CLI named no reset time: ${sentence(words)} Answer to try again.`,
				);
			if (!context.config.options.waitForReset)
				throw asks(
					`The usage limit is reached until ${new Date(resetAt).toISOString()}: ${sentence(words)} Answer to try again.`,
				);
			await waitUntil(
				context,
				Math.max(resetAt, now),
				/^usage limit/i.test(words) ? words : `Usage limit reached: ${words}`,
			);
			return "retry";
		default:
			return failure.cutOff > 0 && failure.cutOff < cutOffTries ? "retry" : "give_up";
	}
}

function sentence(words: string): string {
	return /[.!?]$/.test(words) ? words : `${words}.`;
}

function asks(question: string): LeaveRun {
	return new LeaveRun({ status: "needs_input", detail: question, question });
}

/** A person may cut the wait short (`resume`), or leave by pausing or stopping. */
async function waitUntil(context: RunContext, until: number, detail: string): Promise<void> {
	setRunStatus(context.store, context.runId, { status: "waiting", detail, waitUntil: Math.round(until) });
	await context.control.sleepUntil(until);
	setRunStatus(context.store, context.runId, { status: "running" });
}
