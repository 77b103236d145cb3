import type { ExitFacts, Harness, HarnessResult } from "../domain/harness.ts";

/** What a parser makes of a whole recorded stream (`fuseline parse`). Counts; null is "not said". */
export interface StreamSummary {
	sessionId: string | null;
	outcome: HarnessResult["outcome"];
	errorKind: HarnessResult["errorKind"];
	message: string | null;
	finalMessage: string | null;
	structured: unknown;
	usage: HarnessResult["usage"];
	/** the CLI's cumulative counter, for `--usage-before` of the recording that resumes this one */
	usageCounter: unknown;
	resetAt: string | null;
	/** answers of the model */
	turns: number;
	toolCalls: number;
	fileChanges: number;
	unparsed: number;
}

/** Reads the lines of a stream with a harness's parser. An exit of nulls means that it isn't known. */
export function summarize(
	harness: Harness,
	lines: Iterable<string>,
	exit: ExitFacts,
	usageBefore: unknown = null,
): StreamSummary {
	const parser = harness.parser(usageBefore);
	const started = new Set<string>();
	let toolCalls = 0;
	let fileChanges = 0;
	let unparsed = 0;
	for (const line of lines) {
		for (const event of parser.line(line)) {
			if (event.type === "tool_started") {
				started.add(event.callId);
				toolCalls += 1;
			} else if (event.type === "tool_ended" && !started.delete(event.callId)) toolCalls += 1;
			else if (event.type === "file_changed") fileChanges += 1;
			else if (event.type === "unparsed") unparsed += 1;
		}
	}
	const { sessionId, outcome, errorKind, message, finalMessage, structured, usage, usageCounter, resetAt } =
		parser.end(exit);
	return {
		sessionId,
		outcome,
		errorKind,
		message,
		finalMessage,
		structured: structured ?? null,
		usage,
		usageCounter,
		resetAt,
		turns: parser.turns(),
		toolCalls,
		fileChanges,
		unparsed,
	};
}
