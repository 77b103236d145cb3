"use client";
import { useEvidence } from "@/components/evidence/evidence-context";
import { Picture } from "@/components/evidence/picture";
import { plural } from "@/components/format/number";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import type { ExaminationView, ProbeView } from "@/server/domain/views.ts";
import { Proposed } from "./asked-cell";
import { Blank, Line, LineGroup } from "./line-grid";
import { type ProbeLine, probeLines, worstVisit } from "./run-lines";

/** Scripted visits by the host's own browser, with what it saw. */
export function ProbeLines({ examinations }: { examinations: ExaminationView[] }) {
	const lines = probeLines(examinations);
	if (lines.length === 0) return null;
	const passed = lines.filter((line) => worstVisit(line.visits[0] ?? [])?.status === "pass").length;
	return (
		<LineGroup name="Probes" note={`${passed} of ${lines.length} pass`}>
			{lines.map((line) => (
				<Line
					key={line.probeId}
					asked={<Asked line={line} />}
					done={<Blank />}
					proofs={examinations.map((examination, index) => (
						<Seen
							key={examination.id}
							line={line}
							visits={line.visits[index] ?? []}
							examination={examination}
						/>
					))}
				/>
			))}
		</LineGroup>
	);
}

function Asked({ line }: { line: ProbeLine }) {
	return (
		<>
			<p className="flex flex-wrap items-baseline gap-x-2">
				<span>{line.title}</span>
				{line.proposed ? <Proposed /> : null}
				{line.required ? null : <span className="text-xs text-ink-3">not required</span>}
			</p>
			{line.title === line.probeId ? null : <p className="num text-xs text-ink-3">probe:{line.probeId}</p>}
		</>
	);
}

function Seen({
	line,
	visits,
	examination,
}: {
	line: ProbeLine;
	visits: ProbeView[];
	examination: ExaminationView;
}) {
	const { open } = useEvidence();
	const worst = worstVisit(visits);
	if (worst === null) return <Blank />;
	const shown = worst.screenshot ?? visits.find((visit) => visit.screenshot)?.screenshot ?? null;
	const noise = [
		worst.console.some((entry) => entry.level === "error")
			? plural(worst.console.filter((entry) => entry.level === "error").length, "console error")
			: null,
		worst.failedRequests.length > 0 ? plural(worst.failedRequests.length, "failed request") : null,
		visits.length > 1 ? plural(visits.length, "visit") : null,
	].filter((word) => word !== null);
	return (
		<button
			type="button"
			className="group flex w-full min-w-0 items-start gap-3 text-left"
			onClick={() => open({ kind: "probe", id: line.probeId, examination: examination.id })}
		>
			{shown?.url ? (
				<Picture
					picture={shown}
					alt={`${line.title}, seen by probe`}
					className="w-36 shrink-0 group-hover:border-ink-3"
				/>
			) : null}
			<span className="min-w-0">
				<MarkChip mark={outcomeMarks[worst.status]} className="font-medium" />
				{noise.length > 0 ? <span className="block text-xs text-ink-3">{noise.join(" · ")}</span> : null}
				{worst.status !== "pass" && worst.message ? (
					<span className="block wrap-anywhere">{worst.message}</span>
				) : null}
			</span>
		</button>
	);
}
