import { formatDuration } from "@/components/format/time";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { Mark } from "@/components/verdict/marks";
import { outcomeMarks } from "@/components/verdict/marks";
import { firstLine, plainText } from "@/server/domain/plain-text.ts";
import type { LogRow } from "./log-rows";
import { MarkedText } from "./marked-text";

type ToolLine = Extract<LogRow, { kind: "tool" }>;

function callOf(row: ToolLine): { name: string; input: string } {
	const event = (row.started ?? row.ended)?.event;
	return event?.type === "tool_started" || event?.type === "tool_ended" ? event : { name: "tool", input: "" };
}

function endOf(row: ToolLine) {
	const event = row.ended?.event;
	return event?.type === "tool_ended" ? event : null;
}

function markOf(row: ToolLine, windowAtEnd: boolean): Mark {
	const end = endOf(row);
	if (end === null) {
		// The end may lie beyond the window; only at the log's end is a call without one still at work.
		return windowAtEnd
			? { shape: "disc", tone: "ink", word: "no end yet" }
			: { shape: "dash", tone: "quiet", word: "ends later" };
	}
	const base = end.ok ? outcomeMarks.pass : outcomeMarks.fail;
	return { ...base, word: end.exitCode === null ? (end.ok ? "ok" : "failed") : `exit ${end.exitCode}` };
}

/** The call in one line: name, what it was asked, how it ended, how long it took. */
export function ToolHead({ row, windowAtEnd }: { row: ToolLine; windowAtEnd: boolean }) {
	const { name, input } = callOf(row);
	const took = row.started && row.ended ? row.ended.at - row.started.at : null;
	return (
		<>
			<span className="shrink-0 text-xs font-medium">{name}</span>
			<span className="num min-w-0 flex-1 truncate text-xs">
				<MarkedText text={firstLine(input).line} />
			</span>
			{took !== null && took >= 1000 ? (
				<span className="num shrink-0 text-xs text-ink-3">{formatDuration(took)}</span>
			) : null}
			<MarkChip mark={markOf(row, windowAtEnd)} className="num shrink-0" />
		</>
	);
}

/** Input and output in full, as text. */
export function ToolBody({ row }: { row: ToolLine }) {
	const { input } = callOf(row);
	const output = endOf(row)?.output ?? "";
	return (
		<div className="space-y-2">
			<pre className="num text-xs whitespace-pre-wrap wrap-anywhere text-ink-2">
				<MarkedText text={plainText(input)} />
			</pre>
			{output === "" ? (
				<p className="text-xs text-ink-3">{row.ended ? "No output." : "No output so far."}</p>
			) : (
				<pre className="num max-h-96 overflow-auto border-l border-rule-strong pl-3 text-xs whitespace-pre-wrap wrap-anywhere">
					<MarkedText text={plainText(output)} />
				</pre>
			)}
		</div>
	);
}
