import type { ExitFacts, HarnessEvent, LineParser } from "../../domain/harness.ts";
import { AnswerCount } from "../answers.ts";
import { kindOfMessage, resetTimeIn } from "../classify.ts";
import {
	completed,
	failed,
	type Judgement,
	judgeWithoutLastWord,
	lastWords,
	limitHit,
	vetoOf,
	wasStopped,
} from "../exit.ts";
import { array, type Json, number, object, parseJsonLine, string, textOf } from "../json-line.ts";
import { type CodexCounter, readCounter, usageBetween } from "./usage.ts";

/**
 * Parser of `codex exec --json`. Final are only `turn.completed` and `turn.failed`: `error` lines are also printed for
 * retries, `error` items for mere warnings. `usageBefore`: the thread's counter at the end of the invocation before.
 */
export function codexParser(usageBefore: unknown): LineParser {
	const before = readCounter(usageBefore);
	let sessionId: string | null = null;
	let message: string | null = null;
	let counter: CodexCounter | null = null;
	let turnBegun = false;
	let turnDone = false;
	let failure: string | null = null;
	/** an error after which nothing came */
	let lastError: string | null = null;
	const answers = new AnswerCount();

	function take(json: Json): HarnessEvent[] | null {
		if (json.type !== "error") lastError = null;
		switch (json.type) {
			case "thread.started":
				sessionId = string(json.thread_id);
				return sessionId === null ? null : [{ type: "session", sessionId }];
			case "turn.started":
				turnBegun = true;
				turnDone = false;
				return [];
			case "item.started":
			case "item.updated":
			case "item.completed": {
				const item = object(json.item);
				if (item === null) return null;
				if (item.type === "agent_message" && json.type === "item.completed")
					message = string(item.text) ?? message;
				countItem(answers, json.type, item);
				return itemEvents(json.type, item);
			}
			case "turn.completed": {
				turnDone = true;
				failure = null;
				const now = readCounter(json.usage);
				if (now === null) return [];
				const usage = usageBetween(counter ?? before, now);
				counter = now;
				return [{ type: "usage", usage }];
			}
			case "turn.failed": {
				failure = string(object(json.error)?.message) ?? "The turn failed.";
				return [{ type: "error", message: failure, fatal: true }];
			}
			case "error": {
				const text = string(json.message) ?? textOf(json);
				if (/^Reconnecting/i.test(text)) return [{ type: "retry", message: text }];
				lastError = text;
				return [{ type: "error", message: text, fatal: false }];
			}
			default:
				return null;
		}
	}

	function judge(exit: ExitFacts): Judgement {
		if (failure !== null) return limitHit("Codex", exit) ?? failed(kindOfMessage(failure), failure);
		if (turnDone) return vetoOf("Codex", exit) ?? completed;
		if (
			sessionId === null &&
			exit.endedBy === null &&
			!wasStopped(exit) &&
			exit.code !== null &&
			exit.code !== 0
		) {
			// What goes wrong before a thread exists is said on stderr only.
			const words = lastWords(exit.stderrTail) || `Codex ended with exit code ${exit.code} before it began.`;
			return failed(/logged in|401|api key/i.test(words) ? "auth" : "harness", words);
		}
		if (lastError !== null && exit.endedBy === null && exit.code === 1) {
			return failed(kindOfMessage(lastError), lastError);
		}
		// Codex says turn.failed when a turn fails; a turn that just ends, with exit code 1, was interrupted.
		if (turnBegun && exit.endedBy === null && exit.code === 1) {
			return { outcome: "interrupted", errorKind: null, message: "Codex was interrupted in its turn." };
		}
		return judgeWithoutLastWord("Codex", exit);
	}

	return {
		line(line) {
			if (line.trim() === "") return [];
			const json = parseJsonLine(line);
			return (json === null ? null : take(json)) ?? [{ type: "unparsed", line }];
		},
		saidFinal: () => turnDone || failure !== null,
		turns: () => answers.count,
		end(exit) {
			return {
				...judge(exit),
				sessionId,
				finalMessage: message,
				structured: undefined,
				usage:
					counter === null
						? null
						: { ...usageBetween(before, counter), partial: !turnDone && failure === null },
				usageCounter: counter ?? before,
				resetAt: failure === null ? null : resetTimeIn(failure),
			};
		},
	};
}

/** Codex numbers nothing: what the model says or calls after a finished call is a new answer. */
function countItem(answers: AnswerCount, stage: string, item: Json): void {
	const id = string(item.id) ?? "";
	switch (item.type) {
		case "agent_message":
		case "reasoning":
			if (stage === "item.completed") answers.spoke();
			return;
		// what Codex itself has to say, and a list that it only shows
		case "error":
		case "todo_list":
			return;
		default:
			if (stage === "item.started") answers.opened(id);
			else if (stage === "item.completed") answers.closed(id);
	}
}

/** Events of one item; null for a kind that we don't know. */
function itemEvents(
	stage: "item.started" | "item.updated" | "item.completed",
	item: Json,
): HarnessEvent[] | null {
	const callId = string(item.id) ?? "";
	const ended = stage === "item.completed";
	const ok = item.status !== "failed" && item.status !== "declined";
	const call = (name: string, input: string, exitCode: number | null, output: string): HarnessEvent[] => {
		if (ended) return [{ type: "tool_ended", callId, name, input, ok, exitCode, output }];
		return stage === "item.started" ? [{ type: "tool_started", callId, name, input }] : [];
	};
	switch (item.type) {
		case "agent_message":
			return ended ? [{ type: "message", text: string(item.text) ?? "" }] : [];
		case "reasoning":
			return ended ? [{ type: "reasoning", text: string(item.text) ?? "" }] : [];
		case "error":
			return ended ? [{ type: "error", message: string(item.message) ?? textOf(item), fatal: false }] : [];
		case "command_execution":
			return call("shell", commandOf(item.command), number(item.exit_code), textOf(item.aggregated_output));
		case "mcp_tool_call": {
			const name = `${string(item.server) ?? "mcp"}/${string(item.tool) ?? ""}`;
			const error = string(object(item.error)?.message);
			return call(
				name,
				textOf(item.arguments),
				null,
				error ?? textOf(object(item.result)?.content ?? item.result ?? ""),
			);
		}
		case "web_search":
			return call("web_search", textOf(item.query), null, "");
		case "file_change":
			return ended ? fileChanges(item, ok) : [];
		case "todo_list":
			return [{ type: "note", text: todoText(array(item.items)) }];
		default:
			// Newer kinds are calls of some tool as a rule: shown, not judged.
			return string(item.type) === null ? null : [{ type: "note", text: `${item.type}: ${textOf(item)}` }];
	}
}

function fileChanges(item: Json, ok: boolean): HarnessEvent[] {
	return array(item.changes).flatMap((entry): HarnessEvent[] => {
		const change = object(entry);
		const path = string(change?.path);
		if (path === null) return [];
		if (!ok) return [{ type: "error", message: `The patch of ${path} failed.`, fatal: false }];
		const kind = change?.kind;
		return [{ type: "file_changed", path, change: kind === "add" || kind === "delete" ? kind : "update" }];
	});
}

/** The command as it was meant: Codex shows it wrapped in a login shell. */
function commandOf(value: unknown): string {
	const text = Array.isArray(value) ? value.join(" ") : textOf(value);
	const single = /^\/\S*sh -l?c '([\s\S]*)'$/.exec(text);
	if (single) return (single[1] as string).replaceAll(`'"'"'`, "'").replaceAll("'\\''", "'");
	const double = /^\/\S*sh -l?c "([\s\S]*)"$/.exec(text);
	if (double) return (double[1] as string).replaceAll(/\\(["\\$`])/g, "$1");
	// a single word needs no quotes
	return /^\/\S*sh -l?c (\S+)$/.exec(text)?.[1] ?? text;
}

function todoText(items: unknown[]): string {
	return items
		.map((item) => `${object(item)?.completed === true ? "☑" : "☐"} ${textOf(object(item)?.text)}`)
		.join("\n");
}
