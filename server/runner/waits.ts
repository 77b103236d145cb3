import { setTimeout as sleep } from "node:timers/promises";
import type { HarnessResult } from "../domain/harness.ts";
import { setRunStatus } from "../store/run-status.ts";
import { LeaveRun } from "./leave.ts";
import type { RunContext } from "./run-context.ts";

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;
/** Doubling from 2 s with a cap of 5 min: twelve tries are about half an hour of outage. */
const transportTries = 12;

/** What to do about a failed call: try again (after waiting), or give up and tell the protocol. */
export type Recovery = "retry" | "give_up";

/**
 * Waits out what is not the work's fault (design §5.10). Transport: back-off with jitter. Quota: until the reset time,
 * else the run asks. Auth: the run asks, with the CLI's own words. Everything else is the protocol's to decide.
 * @throws LeaveRun when the run has to ask, or when a person wants it to leave while it waits
 */
export async function recoverFrom(
	context: RunContext,
	failure: { result: HarnessResult; transportFailures: number; login: string | null },
): Promise<Recovery> {
	const { result } = failure;
	const words = result.message ?? "the CLI gave no reason";
	switch (result.errorKind) {
		case "transport": {
			if (failure.transportFailures >= transportTries) return "give_up";
			const delay = Math.min(firstDelayMs * 2 ** (failure.transportFailures - 1), longestDelayMs);
			await waitUntil(
				context,
				Date.now() + delay * (0.75 + Math.random() / 2),
				`Model service not reached: ${words}`,
			);
			return "retry";
		}
		case "quota": {
			if (result.resetAt === null)
				throw asks(`The usage limit is reached and the CLI named no reset time: ${words}`);
			await waitUntil(context, Date.parse(result.resetAt), `Usage limit reached: ${words}`);
			return "retry";
		}
		case "auth":
			throw asks(
				`The CLI could not log in: ${words}.${failure.login === null ? "" : ` Log in with \`${failure.login}\`, then answer to go on.`}`,
			);
		default:
			return "give_up";
	}
}

function asks(question: string): LeaveRun {
	return new LeaveRun({ status: "needs_input", detail: question, question });
}

async function waitUntil(context: RunContext, until: number, detail: string): Promise<void> {
	setRunStatus(context.store, context.runId, { status: "waiting", detail, waitUntil: Math.round(until) });
	try {
		await sleep(Math.max(0, until - Date.now()), undefined, { signal: context.control.signal });
	} catch {
		throw context.control.leave();
	}
	setRunStatus(context.store, context.runId, { status: "running" });
}
