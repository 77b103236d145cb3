"use client";
import { useEvidence } from "@/components/evidence/evidence-context";
import { formatDuration } from "@/components/format/time";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import type { CheckView, ExaminationView, LoopView } from "@/server/domain/views.ts";
import { Proposed } from "./asked-cell";
import { Blank, Line, LineGroup } from "./line-grid";
import { type CommandLine, commandLines } from "./run-lines";

/** Commands: what the Developer says of them beside what the host saw. */
export function CheckLines({ loop, examinations }: { loop: LoopView; examinations: ExaminationView[] }) {
	const lines = commandLines(loop.developerReport, examinations);
	if (lines.length === 0) return null;
	const host = examinations[0]?.checks ?? [];
	const passed = host.filter((check) => check.status === "pass").length;
	return (
		<LineGroup name="Checks" note={host.length > 0 ? `${passed} of ${host.length} pass` : undefined}>
			{lines.map((line) => (
				<Line
					key={line.id}
					asked={<Asked line={line} />}
					done={<Own line={line} />}
					proofs={
						examinations.length === 0
							? [<Blank key="none" />]
							: examinations.map((examination, index) => (
									<Seen key={examination.id} check={line.checks[index] ?? null} examination={examination} />
								))
					}
				/>
			))}
		</LineGroup>
	);
}

function Asked({ line }: { line: CommandLine }) {
	const own = line.id.startsWith("own:");
	return (
		<>
			<p className="flex flex-wrap items-baseline gap-x-2">
				{own ? <span className="text-xs text-ink-3">not asked</span> : <span>{line.title}</span>}
				{line.proposed ? <Proposed /> : null}
				{!own && !line.required ? <span className="text-xs text-ink-3">not required</span> : null}
			</p>
			{line.command === line.title && !own ? null : (
				<p className="num text-xs text-ink-2 wrap-anywhere">{line.command}</p>
			)}
		</>
	);
}

function Own({ line }: { line: CommandLine }) {
	if (!line.baseline && !line.retest) return <Blank />;
	const code = (said: { exitCode: number | null }) =>
		said.exitCode === null ? "no exit code" : `exit ${said.exitCode}`;
	return (
		<p className="text-xs text-ink-2">
			{line.baseline ? (
				<span>
					before: <span className="num">{code(line.baseline)}</span>
				</span>
			) : null}
			{line.baseline && line.retest ? " · " : null}
			{line.retest ? (
				<span>
					after: <span className="num">{code(line.retest)}</span>
				</span>
			) : null}
			{line.retest?.note ? <span className="block">{line.retest.note}</span> : null}
		</p>
	);
}

function Seen({ check, examination }: { check: CheckView | null; examination: ExaminationView }) {
	const { open } = useEvidence();
	if (check === null) return <Blank />;
	return (
		<div>
			<button
				type="button"
				className="flex flex-wrap items-center gap-x-2 rounded-sm text-left hover:underline hover:underline-offset-2"
				onClick={() => open({ kind: "check", id: check.checkId, examination: examination.id })}
			>
				<MarkChip mark={outcomeMarks[check.status]} className="font-medium" />
				<span className="num text-xs text-ink-3">
					{check.exitCode === null ? "" : `exit ${check.exitCode} · `}
					{formatDuration(check.durationMs)}
				</span>
			</button>
			{check.status !== "pass" && check.message ? <p className="wrap-anywhere">{check.message}</p> : null}
		</div>
	);
}
