import type { ExitFacts, HarnessEvent, LineParser } from "../../domain/harness.ts";
import type { Usage } from "../../domain/usage.ts";
import { isoOf, resetTimeIn } from "../classify.ts";
import {
	failed,
	type Judgement,
	judgeInterrupted,
	judgeWithoutLastWord,
	lastWords,
	limitHit,
	vetoOf,
	wasStopped,
} from "../exit.ts";
import { array, type Json, number, object, parseJsonLine, string, textOf } from "../json-line.ts";
import { Tally } from "../tally.ts";
import { judgeResult } from "./judge.ts";
import { claimOfResult, inputPartsOf, usageOfResult } from "./usage.ts";

const editTools = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/**
 * Parser of `claude -p --output-format stream-json --verbose`. The last word is the `result` event. `usageBefore`: the
 * session's cost counter, needed only by versions that don't tell this invocation's own.
 */
export function claudeParser(usageBefore: unknown): LineParser {
	const before = object(usageBefore);
	let costBefore = number(before?.total_cost_usd) ?? number(before?.costUsd) ?? 0;
	const calls = new Map<string, { name: string; input: Json | null }>();
	const counted = new Set<string>();
	/** messages of the main thread */
	const answers = new Set<string>();
	let inputSide = new Tally();
	const finished = new Tally();
	let sessionId: string | null = null;
	let message: string | null = null;
	let result: Json | null = null;
	let errorName: string | null = null;
	let resetAt: string | null = null;
	/** a result has told the use of its models */
	let counts = false;

	function assistant(json: Json): HarnessEvent[] {
		const body = object(json.message);
		const isMain = json.parent_tool_use_id === null || json.parent_tool_use_id === undefined;
		const usage = object(body?.usage);
		const id = string(body?.id);
		if (id !== null && isMain) answers.add(id);
		// One event per content block, each with the same usage: counted once per message.
		if (usage !== null && id !== null && !counted.has(id)) {
			counted.add(id);
			inputSide.add(inputPartsOf(usage));
		}
		const events: HarnessEvent[] = [];
		for (const entry of array(body?.content)) {
			const block = object(entry);
			if (block?.type === "text") {
				const text = string(block.text) ?? "";
				if (isMain) message = text;
				events.push({ type: "message", text });
			} else if (block?.type === "thinking") {
				events.push({ type: "reasoning", text: string(block.thinking) ?? "" });
			} else if (block?.type === "tool_use" || block?.type === "server_tool_use") {
				const callId = string(block.id) ?? "";
				const name = string(block.name) ?? "tool";
				calls.set(callId, { name, input: object(block.input) });
				events.push({ type: "tool_started", callId, name, input: inputText(block.input) });
			}
		}
		const failure = string(json.error);
		if (failure !== null) {
			errorName = failure;
			return [{ type: "error", message: message ?? failure, fatal: false }];
		}
		return events;
	}

	function user(json: Json): HarnessEvent[] {
		return array(object(json.message)?.content).flatMap((entry): HarnessEvent[] => {
			const block = object(entry);
			if (block?.type !== "tool_result") return [];
			const callId = string(block.tool_use_id) ?? "";
			const call = calls.get(callId) ?? { name: "tool", input: null };
			const ok = block.is_error !== true;
			const output = contentText(block.content);
			const code = /^Exit code (\d+)/.exec(output);
			// A command in the background has only begun.
			const finished = call.name === "Bash" && call.input?.run_in_background !== true;
			const exitCode = !finished ? null : ok ? 0 : code ? Number(code[1]) : null;
			const ended: HarnessEvent = {
				type: "tool_ended",
				callId,
				name: call.name,
				input: inputText(call.input),
				ok,
				exitCode,
				output,
			};
			const detail = object(json.tool_use_result);
			const path =
				string(detail?.filePath) ?? string(call.input?.file_path) ?? string(call.input?.notebook_path);
			if (!ok || path === null || !editTools.has(call.name)) return [ended];
			return [ended, { type: "file_changed", path, change: detail?.type === "create" ? "add" : "update" }];
		});
	}

	function system(json: Json): HarnessEvent[] {
		switch (json.subtype) {
			case "init": {
				// another prompt of the same process: the result before was not the last word
				result = null;
				errorName = null;
				const model = string(json.model);
				return sessionId === null
					? []
					: [{ type: "session", sessionId, ...(model === null ? {} : { model }) }];
			}
			case "api_retry":
				return [
					{
						type: "retry",
						message: `try ${json.attempt} of ${json.max_retries}: ${json.error_status ?? ""} ${string(json.error) ?? ""}`,
					},
				];
			case "permission_denied":
				return [
					{
						type: "permission_refused",
						name: string(json.tool_name) ?? "tool",
						message: string(json.message) ?? string(json.decision_reason) ?? "",
					},
				];
			case "compact_boundary":
				return [{ type: "note", text: "The conversation was compacted." }];
			default:
				// Notices about tasks, hooks and the user interface: nothing that changes what happened.
				return [];
		}
	}

	function take(json: Json): HarnessEvent[] | null {
		sessionId = string(json.session_id) ?? sessionId;
		switch (json.type) {
			case "system":
				return system(json);
			case "assistant":
				return assistant(json);
			case "user":
				return user(json);
			case "result": {
				// a stream may be a join of pieces that overlap: the same result counts once
				const id = string(json.uuid);
				if (id !== null && id === string(result?.uuid)) return [];
				result = json;
				inputSide = new Tally();
				const usage = usageOfResult(json, costBefore, counts);
				counts ||= object(json.model_usage_since_last_result) !== null && usage !== null;
				costBefore = number(json.total_cost_usd) ?? costBefore;
				if (usage === null) return [];
				finished.add(usage);
				return [{ type: "usage", usage }];
			}
			case "rate_limit_event": {
				const info = object(json.rate_limit_info);
				const at = number(info?.resetsAt);
				if (info?.status === "rejected" && at !== null) resetAt = isoOf(at);
				return [{ type: "note", text: `usage limit: ${string(info?.status) ?? "unknown"}` }];
			}
			case "stream_event":
			case "tool_progress":
			case "tool_use_summary":
			case "auth_status":
			case "keep_alive":
			case "control_request":
			case "control_response":
				return [];
			default:
				return null;
		}
	}

	/** Of a call that was cut: what its finished prompts used, and the input side of the one under way. */
	function cutUsage(): Usage | null {
		const done = finished.usage("reported", true);
		const open = inputSide.usage("reported", true);
		if (done === null || open === null) return done ?? open;
		finished.add(open);
		return finished.usage("reported", true);
	}

	function judge(exit: ExitFacts): Judgement {
		if (result !== null) {
			const judged = judgeResult(result, errorName);
			const limit = judged.outcome === "completed" ? null : limitHit("Claude Code", exit);
			if (limit !== null) return limit;
			if (judged.outcome === "interrupted") return judgeInterrupted("Claude Code", exit);
			if (resetAt !== null && judged.errorKind === "transport") return { ...judged, errorKind: "quota" };
			return judged.outcome === "completed" ? (vetoOf("Claude Code", exit) ?? judged) : judged;
		}
		if (sessionId === null && exit.endedBy === null && !wasStopped(exit) && exit.code !== null) {
			const words =
				lastWords(exit.stderrTail) || `Claude Code ended with exit code ${exit.code} before it began.`;
			return failed("harness", words);
		}
		return judgeWithoutLastWord("Claude Code", exit);
	}

	return {
		line(line) {
			if (line.trim() === "") return [];
			const json = parseJsonLine(line);
			return (json === null ? null : take(json)) ?? [{ type: "unparsed", line }];
		},
		saidFinal: () => result !== null,
		turns: () => answers.size,
		end(exit) {
			const judged = judge(exit);
			const words = string(result?.result);
			return {
				...judged,
				sessionId,
				finalMessage: (judged.outcome === "completed" ? words : null) ?? message,
				structured: result?.structured_output,
				usage:
					result === null
						? cutUsage()
						: finished.usage(
								"reported",
								result.is_error === true && judged.errorKind === null,
								claimOfResult(result),
							),
				usageCounter:
					number(result?.total_cost_usd) === null ? usageBefore : { total_cost_usd: result?.total_cost_usd },
				resetAt: judged.errorKind === "quota" ? (resetAt ?? resetTimeIn(judged.message ?? "")) : null,
			};
		},
	};
}

/** A shell command as itself, other inputs as JSON. */
function inputText(input: unknown): string {
	return string(object(input)?.command) ?? textOf(input ?? "");
}

function contentText(content: unknown): string {
	if (typeof content === "string") return textOf(content);
	return textOf(
		array(content)
			.map((part) => string(object(part)?.text) ?? `[${string(object(part)?.type) ?? "content"}]`)
			.join("\n"),
	);
}
