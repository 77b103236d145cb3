import type { HarnessEvent, LineParser } from "../../domain/harness.ts";
import type { Usage } from "../../domain/usage.ts";
import { AnswerCount } from "../answers.ts";
import {
	completed,
	failed,
	type Judgement,
	judgeWithoutLastWord,
	limitHit,
	vetoOf,
	wasCut,
} from "../exit.ts";
import { parseJsonLine } from "../json-line.ts";
import { Tally } from "../tally.ts";
import { lineSchema, type ProtocolLine } from "./protocol.ts";

/** Parser of the scripted agent's lines. */
export function scriptedParser(): LineParser {
	const state = new ProtocolState("The scripted agent", "simulated");
	return {
		line(line) {
			if (line.trim() === "") return [];
			const parsed = lineSchema.safeParse(parseJsonLine(line));
			return parsed.success ? state.take(parsed.data) : [{ type: "unparsed", line }];
		},
		saidFinal: () => state.done !== null,
		turns: () => state.turns,
		end(exit) {
			const judged: Judgement =
				(state.fatal === null ? null : limitHit(state.program, exit)) ??
				state.fatal ??
				(state.done === null ? judgeWithoutLastWord(state.program, exit) : null) ??
				vetoOf(state.program, exit) ??
				completed;
			return {
				...judged,
				sessionId: state.sessionId,
				finalMessage: state.done || state.lastMessage,
				structured: undefined,
				usage: state.usage(wasCut(judged, exit)),
				usageCounter: null,
				resetAt: state.resetAt,
			};
		},
	};
}

/** What a stream of protocol lines has said so far. The `command` harness shares it. */
export class ProtocolState {
	sessionId: string | null = null;
	lastMessage: string | null = null;
	done: string | null = null;
	fatal: Judgement | null = null;
	resetAt: string | null = null;
	readonly program: string;
	readonly #origin: Usage["origin"];
	readonly #tally = new Tally();
	readonly #answers = new AnswerCount();

	constructor(program: string, origin: Usage["origin"]) {
		this.program = program;
		this.#origin = origin;
	}

	get turns(): number {
		return this.#answers.count;
	}

	usage(partial: boolean): Usage | null {
		return this.#tally.usage(this.#origin, partial);
	}

	/** Takes one line in and gives it in our words. */
	take(line: ProtocolLine): HarnessEvent[] {
		const events = this.#events(line);
		for (const event of events) this.#answers.add(event);
		return events;
	}

	#events(line: ProtocolLine): HarnessEvent[] {
		switch (line.type) {
			case "session":
				this.sessionId = line.sessionId;
				return [line];
			case "message":
				this.lastMessage = line.text;
				return [line];
			case "usage": {
				const { type: _, ...step } = line;
				this.#tally.add(step);
				return [
					{
						type: "usage",
						usage: {
							...step,
							costOrigin: step.costUsd === null ? null : "cli",
							origin: this.#origin,
							partial: false,
						},
					},
				];
			}
			case "error":
				if (line.fatal) this.fatal = failed(line.kind, line.message);
				if (line.resetAt !== null) this.resetAt = line.resetAt;
				return [{ type: "error", message: line.message, fatal: line.fatal }];
			case "done":
				this.done = line.text;
				return [];
			default:
				return [line];
		}
	}
}
