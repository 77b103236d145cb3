import type { ExitFacts, HarnessEvent, LineParser } from "../../domain/harness.ts";
import { kindOfMessage, kindOfStatus, resetTimeIn } from "../classify.ts";
import {
	completed,
	failed,
	type Judgement,
	judgeInterrupted,
	judgeWithoutLastWord,
	lastWords,
	limitHit,
	vetoOf,
	wasStopped,
} from "../exit.ts";
import { array, type Json, number, object, parseJsonLine, string, textOf, tokens } from "../json-line.ts";
import { Tally } from "../tally.ts";

/** Lines that repeat what another says, or mark nothing but a moment. */
const silent = new Set([
	"agent_start",
	"turn_end",
	"message_start",
	"message_update",
	"tool_execution_update",
	"queue_update",
	"session_info_changed",
	"thinking_level_changed",
]);

/**
 * Parser of `pi --mode json`. Pi exits with 0 whatever happened, and prints one `agent_end` per retry: what counts is how
 * the last assistant message stopped. Tokens come by message and add up.
 */
export function piParser(): LineParser {
	const tally = new Tally();
	const calls = new Map<string, { name: string; input: Json | null }>();
	let sessionId: string | null = null;
	let message: string | null = null;
	let stop: string | null = null;
	let failure: string | null = null;
	let over = false;
	let turns = 0;
	let claimedTokens: number | null = 0;

	function assistant(body: Json): HarnessEvent[] {
		stop = string(body.stopReason);
		failure = stop === "error" ? (string(body.errorMessage) ?? "The model's answer failed.") : null;
		over = false;
		const events: HarnessEvent[] = [];
		let text = "";
		for (const entry of array(body.content)) {
			const block = object(entry);
			if (block?.type === "thinking") events.push({ type: "reasoning", text: string(block.thinking) ?? "" });
			if (block?.type === "text") text += string(block.text) ?? "";
		}
		if (text !== "") {
			message = text;
			events.push({ type: "message", text });
		}
		const usage = object(body.usage);
		// A message that failed carries zeros because nothing was reported, not because nothing was used.
		if (usage !== null && (failure === null || (tokens(usage.totalTokens) ?? 0) > 0)) {
			const step = {
				input: tokens(usage.input),
				cacheRead: tokens(usage.cacheRead),
				cacheWrite: tokens(usage.cacheWrite),
				output: tokens(usage.output),
				reasoning: null,
				costUsd: number(object(usage.cost)?.total),
			};
			tally.add(step);
			const total = tokens(usage.totalTokens);
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
		if (failure !== null) events.push({ type: "error", message: failure, fatal: false });
		return events;
	}

	function toolEnded(json: Json): HarnessEvent[] {
		const callId = string(json.toolCallId) ?? "";
		const call = calls.get(callId);
		const name = string(json.toolName) ?? call?.name ?? "tool";
		const ok = json.isError !== true;
		const output = array(object(json.result)?.content)
			.map((part) => string(object(part)?.text) ?? "")
			.join("\n");
		const code = /(?:exited with code|exit code:?) (\d+)/i.exec(output.slice(-200));
		const exitCode = name !== "bash" ? null : ok ? 0 : code ? Number(code[1]) : null;
		const events: HarnessEvent[] = [
			{
				type: "tool_ended",
				callId,
				name,
				input: inputText(call?.input),
				ok,
				exitCode,
				output: textOf(output),
			},
		];
		const path = string(call?.input?.path) ?? string(call?.input?.file_path);
		// Pi doesn't say whether a written file was new.
		if (ok && path !== null && (name === "write" || name === "edit")) {
			events.push({ type: "file_changed", path, change: "update" });
		}
		return events;
	}

	function take(json: Json): HarnessEvent[] | null {
		const type = string(json.type);
		if (type === null) return null;
		if (silent.has(type)) return [];
		switch (type) {
			case "session":
				sessionId = string(json.id);
				return sessionId === null ? null : [{ type: "session", sessionId }];
			case "turn_start":
				turns += 1;
				return [];
			case "message_end": {
				const body = object(json.message);
				return body?.role === "assistant" ? assistant(body) : [];
			}
			case "tool_execution_start": {
				const callId = string(json.toolCallId) ?? "";
				const name = string(json.toolName) ?? "tool";
				const input = object(json.args);
				calls.set(callId, { name, input });
				return [{ type: "tool_started", callId, name, input: inputText(input) }];
			}
			case "tool_execution_end":
				return toolEnded(json);
			case "agent_end":
				over = failure === null && stop !== "toolUse";
				return [];
			case "auto_retry_start":
				return [
					{
						type: "retry",
						message: `try ${json.attempt} of ${json.maxAttempts}: ${string(json.errorMessage) ?? ""}`,
					},
				];
			case "auto_retry_end":
				if (json.success === true) return [];
				failure = string(json.finalError) ?? failure ?? "All retries failed.";
				over = true;
				return [{ type: "error", message: failure, fatal: true }];
			case "compaction_start":
			case "auto_compaction_start":
				return [{ type: "note", text: "The conversation is being compacted." }];
			case "compaction_end":
			case "auto_compaction_end": {
				const words = string(json.errorMessage);
				return words === null ? [] : [{ type: "error", message: words, fatal: false }];
			}
			case "extension_error":
				return [{ type: "error", message: string(json.error) ?? textOf(json), fatal: false }];
			default:
				return null;
		}
	}

	function judge(exit: ExitFacts): Judgement {
		if (failure !== null) {
			const limit = limitHit("Pi", exit);
			if (limit !== null) return limit;
			const status = /^(\d{3})\b/.exec(failure);
			const byStatus = status ? kindOfStatus(Number(status[1]), failure) : null;
			return failed(byStatus ?? kindOfMessage(failure), failure);
		}
		if (stop === "aborted") return judgeInterrupted("Pi", exit);
		if (stop === "length") return failed("harness", "The model's answer was cut at its output limit.");
		if (stop === "stop") return vetoOf("Pi", exit) ?? completed;
		if (
			sessionId === null &&
			exit.endedBy === null &&
			!wasStopped(exit) &&
			exit.code !== null &&
			exit.code !== 0
		) {
			return failed(
				"harness",
				lastWords(exit.stderrTail) || `Pi ended with exit code ${exit.code} before it began.`,
			);
		}
		return judgeWithoutLastWord("Pi", exit);
	}

	return {
		line(line) {
			if (line.trim() === "") return [];
			const json = parseJsonLine(line);
			return (json === null ? null : take(json)) ?? [{ type: "unparsed", line }];
		},
		saidFinal: () => over,
		turns: () => turns,
		end(exit) {
			const judged = judge(exit);
			return {
				...judged,
				sessionId,
				finalMessage: message,
				structured: undefined,
				// without a last word an answer was under way, of whose use nothing was told
				usage: tally.usage("reported", failure === null && stop !== "stop" && stop !== "length", {
					tokens: claimedTokens,
					costUsd: null,
					scope: "invocation",
				}),
				usageCounter: null,
				resetAt: judged.errorKind === "quota" ? resetTimeIn(judged.message ?? "") : null,
			};
		},
	};
}

/** A shell command as itself, other inputs as JSON. */
function inputText(input: unknown): string {
	return string(object(input)?.command) ?? textOf(input ?? "");
}
