import type { LineParser } from "../../domain/harness.ts";
import { completed, exitUnknown, judgeWithoutLastWord, limitHit, wasCut } from "../exit.ts";
import { parseJsonLine } from "../json-line.ts";
import { ProtocolState } from "../scripted/parse.ts";
import { lineSchema } from "../scripted/protocol.ts";

const prefix = "fuseline.";
const keepCharacters = 256 * 1024;

/**
 * Lines `{"type":"fuseline.usage",…}` are events (scripted/protocol.ts says which), everything else is a message. The final
 * message is the last of: `fuseline.done`, else all plain output together (its last 256 Ki characters).
 */
export function commandParser(): LineParser {
	const state = new ProtocolState("The command", "reported");
	let plain = "";
	return {
		line(line) {
			const json = parseJsonLine(line);
			if (typeof json?.type === "string" && json.type.startsWith(prefix)) {
				const parsed = lineSchema.safeParse({ ...json, type: json.type.slice(prefix.length) });
				return parsed.success ? state.take(parsed.data) : [{ type: "unparsed", line }];
			}
			plain = `${plain}${line}\n`.slice(-keepCharacters);
			return line.trim() === "" ? [] : [{ type: "message", text: line }];
		},
		saidFinal: () => state.done !== null,
		turns: () => state.turns,
		end(exit) {
			const endedWell =
				(exit.code === 0 && exit.endedBy === null) ||
				(state.done !== null && (exitUnknown(exit) || exit.endedBy === "after_final"));
			const limit = state.fatal === null ? null : limitHit(state.program, exit);
			const judged =
				limit ?? state.fatal ?? (endedWell ? completed : judgeWithoutLastWord(state.program, exit));
			return {
				...judged,
				sessionId: state.sessionId,
				finalMessage: state.done || plain.trim() || state.lastMessage,
				structured: undefined,
				usage: state.usage(wasCut(judged, exit)),
				usageCounter: null,
				resetAt: state.resetAt,
			};
		},
	};
}
