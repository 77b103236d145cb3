import type { ExitFacts, HarnessEvent, LineParser } from "../../domain/harness.ts";
import type { Usage } from "../../domain/usage.ts";
import { AnswerCount } from "../answers.ts";
import { kindOfMessage, kindOfStatus, resetTimeIn } from "../classify.ts";
import { completed, failed, type Judgement, judgeWithoutLastWord, lastWords, vetoOf } from "../exit.ts";
import { type Json, object, parseJsonLine, string, textOf, tokens } from "../json-line.ts";

/** Exit codes by which the CLI says what kind of start or end it was; an API's status comes as `status & 255`. */
const authExit = 41;
const turnsExit = 53;

/**
 * Parser of `gemini --output-format stream-json`. The last word is `result`. Texts come in pieces (`delta`) and are put
 * together to one message.
 */
export function geminiParser(): LineParser {
	const calls = new Map<string, { name: string; input: Json | null }>();
	let sessionId: string | null = null;
	let pending = "";
	let message: string | null = null;
	let result: Json | null = null;
	const answers = new AnswerCount();

	function flush(): HarnessEvent[] {
		if (pending === "") return [];
		message = pending;
		pending = "";
		return [{ type: "message", text: message }];
	}

	function take(json: Json): HarnessEvent[] | null {
		switch (json.type) {
			case "init": {
				sessionId = string(json.session_id);
				const model = string(json.model);
				return sessionId === null
					? null
					: [{ type: "session", sessionId, ...(model === null ? {} : { model }) }];
			}
			case "message": {
				if (json.role !== "assistant") return flush();
				const before = json.delta === true ? [] : flush();
				pending += string(json.content) ?? "";
				return before;
			}
			case "tool_use": {
				const callId = string(json.tool_id) ?? "";
				const name = string(json.tool_name) ?? "tool";
				const input = object(json.parameters);
				calls.set(callId, { name, input });
				return [...flush(), { type: "tool_started", callId, name, input: inputText(input) }];
			}
			case "tool_result":
				return [...flush(), ...toolEnded(json)];
			case "error": {
				const words = string(json.message) ?? textOf(json);
				return [...flush(), { type: "error", message: words, fatal: false }];
			}
			case "result": {
				result = json;
				const usage = usageOf(object(json.stats), json.status === "error");
				return [...flush(), ...(usage === null ? [] : [{ type: "usage" as const, usage }])];
			}
			default:
				return null;
		}
	}

	function toolEnded(json: Json): HarnessEvent[] {
		const callId = string(json.tool_id) ?? "";
		const call = calls.get(callId) ?? { name: "tool", input: null };
		const ok = json.status === "success";
		const output = textOf(json.output ?? string(object(json.error)?.message) ?? "");
		const code = /Exit Code: (\d+)/.exec(output);
		// A command that failed is a success here, and its exit code is told now and then only: else it isn't known.
		const exitCode = call.name === "run_shell_command" && code ? Number(code[1]) : null;
		const ended: HarnessEvent = {
			type: "tool_ended",
			callId,
			name: call.name,
			input: inputText(call.input),
			ok: ok && (exitCode === null || exitCode === 0),
			exitCode,
			output,
		};
		const path = string(call.input?.file_path);
		if (!ok || path === null || (call.name !== "write_file" && call.name !== "replace")) return [ended];
		return [ended, { type: "file_changed", path, change: "update" }];
	}

	function judge(exit: ExitFacts): Judgement {
		if (result?.status === "error") {
			const words = string(object(result.error)?.message) ?? "The Gemini CLI reports an error.";
			const status = /"code":\s*(\d{3})/.exec(words);
			const byStatus = status ? kindOfStatus(Number(status[1]), words) : null;
			return failed(byStatus ?? kindOfMessage(words), words);
		}
		if (result !== null) return vetoOf("The Gemini CLI", exit) ?? completed;
		if (exit.endedBy === null && (exit.code === authExit || exit.code === turnsExit)) {
			const words = lastWords(exit.stderrTail) || `The Gemini CLI ended with exit code ${exit.code}.`;
			return failed(exit.code === authExit ? "auth" : "agent", words);
		}
		return judgeWithoutLastWord("The Gemini CLI", exit);
	}

	return {
		line(line) {
			if (line.trim() === "") return [];
			const json = parseJsonLine(line);
			const events = (json === null ? null : take(json)) ?? [{ type: "unparsed" as const, line }];
			for (const event of events) answers.add(event);
			return events;
		},
		saidFinal: () => result !== null,
		turns: () => answers.count,
		end(exit) {
			const judged = judge(exit);
			return {
				...judged,
				sessionId,
				finalMessage: pending || message,
				structured: undefined,
				usage: result === null ? null : usageOf(object(result.stats), result.status === "error"),
				usageCounter: null,
				resetAt: judged.errorKind === "quota" ? resetTimeIn(judged.message ?? "") : null,
			};
		},
	};
}

/** This invocation's use. `input` is the part that wasn't cached; thoughts are only in the total, and part of our output. */
function usageOf(stats: Json | null, isError: boolean): Usage | null {
	if (stats === null) return null;
	const total = tokens(stats.total_tokens);
	const whole = tokens(stats.input_tokens);
	const cacheRead = tokens(stats.cached);
	const spoken = tokens(stats.output_tokens);
	// A call that failed carries zeros because nothing was reported.
	if (isError && (total ?? 0) === 0) return null;
	const reasoning =
		total === null || whole === null || spoken === null ? null : Math.max(0, total - whole - spoken);
	return {
		input: tokens(stats.input) ?? (whole === null ? null : whole - (cacheRead ?? 0)),
		cacheRead,
		cacheWrite: null,
		output: spoken === null ? null : spoken + (reasoning ?? 0),
		reasoning,
		costUsd: null,
		costOrigin: null,
		origin: "reported",
		partial: false,
		claimed: { tokens: total, costUsd: null, scope: "invocation" },
	};
}

/** A shell command as itself, other inputs as JSON. */
function inputText(input: unknown): string {
	return string(object(input)?.command) ?? textOf(input ?? "");
}
