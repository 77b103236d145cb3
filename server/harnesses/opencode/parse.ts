import type { ExitFacts, HarnessEvent, LineParser } from "../../domain/harness.ts";
import { isoOf, kindOfMessage, kindOfStatus, resetTimeIn } from "../classify.ts";
import {
	completed,
	exitUnknown,
	failed,
	type Judgement,
	judgeInterrupted,
	judgeWithoutLastWord,
	limitHit,
	vetoOf,
	wasStopped,
} from "../exit.ts";
import { array, type Json, number, object, parseJsonLine, string, textOf, tokens } from "../json-line.ts";
import { Tally } from "../tally.ts";

const editTools = new Set(["write", "edit", "multiedit"]);
/** `unknown` and `other` are what some gateways make of a normal end. */
const goodEnds = new Set(["stop", "unknown", "other"]);
const overflowLimit = 3;
const refused = /rejected permission|rule which prevents/i;

/**
 * Parser of `opencode run --format json`. There is no end event: a call is done if its last step finished with `stop` and
 * no error came after. Tokens come by step and add up; OpenCode's output does not hold the reasoning, ours does.
 */
export function opencodeParser(): LineParser {
	const tally = new Tally();
	let sessionId: string | null = null;
	let message: string | null = null;
	let lastReason: string | null = null;
	let refusal: string | null = null;
	let failure: Judgement | null = null;
	let resetAt: string | null = null;
	/** after a context overflow OpenCode has the conversation summed up in a step that looks like any other */
	let compacting = false;
	let overflows = 0;
	let claimedTokens: number | null = 0;
	/** a step that never finished has used what nobody was told */
	let stepOpen = false;
	let steps = 0;
	/** a sub-agent works in a session of its own, whose steps are not in this stream */
	let delegated = false;
	/** the stream may be a join of pieces that overlap: the same part counts once */
	const counted = new Set<string>();

	function take(json: Json): HarnessEvent[] | null {
		const events: HarnessEvent[] = [];
		const id = string(json.sessionID);
		if (id !== null && sessionId === null) {
			sessionId = id;
			events.push({ type: "session", sessionId });
		}
		const part = object(json.part);
		switch (json.type) {
			case "step_start":
				lastReason = null;
				stepOpen = true;
				steps += 1;
				if (!compacting) failure = null;
				return events;
			case "text":
				// not the model's: OpenCode tells it to go on after a compaction, so the answer before was not the last
				if (part?.synthetic === true) {
					lastReason = null;
					return events;
				}
				if (compacting) {
					events.push({ type: "note", text: "The conversation was compacted." });
					return events;
				}
				message = string(part?.text) ?? message;
				events.push({ type: "message", text: string(part?.text) ?? "" });
				return events;
			case "reasoning":
				events.push({ type: "reasoning", text: string(part?.text) ?? "" });
				return events;
			case "tool_use":
				events.push(...toolEvents(part));
				delegated ||= part?.tool === "task" && object(part.state)?.status === "completed";
				for (const event of events) if (event.type === "permission_refused") refusal = event.message;
				return events;
			case "step_finish": {
				// what ends a compaction is its summary, not an answer
				lastReason = compacting ? null : (string(part?.reason) ?? "unknown");
				if (!compacting) overflows = 0;
				compacting = false;
				stepOpen = false;
				const step = stepUsage(part);
				const partId = string(part?.id);
				if (step !== null && (partId === null || !counted.has(partId))) {
					if (partId !== null) counted.add(partId);
					tally.add(step);
					const total = tokens(object(part?.tokens)?.total);
					claimedTokens = total === null || claimedTokens === null ? null : claimedTokens + total;
					events.push({
						type: "usage",
						usage: {
							...step,
							costOrigin: step.costUsd === null ? null : "cli",
							origin: "reported",
							partial: false,
						},
					});
				}
				return events;
			}
			case "error": {
				failure = judgeError(object(json.error));
				lastReason = null;
				compacting = object(json.error)?.name === "ContextOverflowError";
				if (compacting) overflows += 1;
				resetAt = retryAfter(object(json.error), number(json.timestamp));
				events.push({ type: "error", message: failure.message ?? "error", fatal: true });
				return events;
			}
			default:
				return null;
		}
	}

	function judge(exit: ExitFacts): Judgement {
		if (failure?.outcome === "interrupted") return judgeInterrupted("OpenCode", exit);
		if (failure !== null) return limitHit("OpenCode", exit) ?? failure;
		if (lastReason !== null && goodEnds.has(lastReason)) return vetoOf("OpenCode", exit) ?? completed;
		const endedByItself = exit.endedBy === null && !wasStopped(exit) && !exitUnknown(exit) && exit.code === 0;
		if (endedByItself && refusal !== null) {
			return failed("harness", `OpenCode ended without an answer after a refused permission: ${refusal}`);
		}
		if (lastReason !== null && lastReason !== "tool-calls") {
			return failed("harness", `OpenCode ended its answer with "${lastReason}".`);
		}
		if (endedByItself) return failed("harness", "OpenCode ended without an answer.");
		return judgeWithoutLastWord("OpenCode", exit);
	}

	return {
		line(line) {
			if (line.trim() === "") return [];
			const json = parseJsonLine(line);
			return (json === null ? null : take(json)) ?? [{ type: "unparsed", line }];
		},
		// it compacts without end if the context stays too long
		saidFinal: () => (lastReason !== null && goodEnds.has(lastReason)) || overflows >= overflowLimit,
		turns: () => steps,
		end(exit) {
			const judged = judge(exit);
			return {
				...judged,
				sessionId,
				finalMessage: message,
				structured: undefined,
				usage: tally.usage(
					"reported",
					judged.outcome === "interrupted" || delegated || (stepOpen && failure === null),
					{
						tokens: claimedTokens,
						costUsd: null,
						scope: "invocation",
					},
				),
				usageCounter: null,
				resetAt:
					judged.errorKind === "quota" || judged.errorKind === "transport"
						? (resetTimeIn(judged.message ?? "") ?? resetAt)
						: null,
			};
		},
	};
}

function judgeError(error: Json | null): Judgement {
	const data = object(error?.data);
	const name = string(error?.name) ?? "error";
	const words = string(data?.message) ?? string(error?.message) ?? name;
	if (name === "MessageAbortedError") {
		return { outcome: "interrupted", errorKind: null, message: "OpenCode was interrupted." };
	}
	if (name === "ProviderAuthError") return failed("auth", words);
	const status = number(data?.statusCode);
	const byStatus =
		status === null ? null : kindOfStatus(status, `${words} ${string(data?.responseBody) ?? ""}`);
	return failed(byStatus ?? kindOfMessage(words), status === null ? words : `${status} ${words}`);
}

/** ISO time that the model's server named in `retry-after` (seconds, or a date), counted from the event's own time. */
function retryAfter(error: Json | null, timestamp: number | null): string | null {
	const header = string(object(object(error?.data)?.responseHeaders)?.["retry-after"]);
	if (header === null || timestamp === null) return null;
	return isoOf(/^\d+$/.test(header) ? timestamp + Number(header) * 1000 : Date.parse(header));
}

function stepUsage(part: Json | null) {
	const said = object(part?.tokens);
	if (said === null) return null;
	const cache = object(said.cache);
	const reasoning = tokens(said.reasoning);
	const output = tokens(said.output);
	return {
		input: tokens(said.input),
		cacheRead: tokens(cache?.read),
		cacheWrite: tokens(cache?.write),
		output: output === null ? null : output + (reasoning ?? 0),
		reasoning,
		costUsd: number(part?.cost),
	};
}

/** OpenCode reports a call when it is over; there is no start. */
function toolEvents(part: Json | null): HarnessEvent[] {
	const state = object(part?.state);
	const name = string(part?.tool) ?? "tool";
	const metadata = object(state?.metadata);
	const input = object(state?.input);
	const error = string(state?.error);
	const exitCode = number(metadata?.exit);
	const ok = state?.status === "completed" && name !== "invalid" && (exitCode === null || exitCode === 0);
	const events: HarnessEvent[] = [
		{
			type: "tool_ended",
			callId: string(part?.callID) ?? "",
			name,
			input: string(input?.command) ?? textOf(state?.input ?? ""),
			ok,
			exitCode,
			output: textOf(error ?? state?.output ?? ""),
		},
	];
	if (error !== null && refused.test(error))
		events.push({ type: "permission_refused", name, message: error });
	if (!ok) return events;
	const path = string(input?.filePath) ?? string(metadata?.filepath);
	if (editTools.has(name) && path !== null) {
		events.push({ type: "file_changed", path, change: metadata?.exists === false ? "add" : "update" });
	}
	for (const entry of name.includes("patch") ? array(metadata?.files) : []) {
		const file = object(entry);
		const patched = string(file?.filePath) ?? string(file?.relativePath);
		const kind = file?.type;
		if (patched === null) continue;
		events.push({
			type: "file_changed",
			path: patched,
			change: kind === "add" || kind === "delete" ? kind : "update",
		});
	}
	return events;
}
