"use client";
import { cn } from "@/components/ui/class-names";
import { Shape } from "@/components/verdict/shape";
import type { ExaminationView } from "@/server/domain/views.ts";
import { useEvidence } from "./evidence-context";
import { originWords } from "./record-words";

/** A cited record as a button that opens it beside the page; an unknown citation is struck out. */
export function RecordRef({ examination, cited }: { examination: ExaminationView; cited: string }) {
	const { open, shown } = useEvidence();
	const record = examination.records.find((candidate) => candidate.ref === cited);
	if (!record) {
		return (
			<span className="num text-xs text-ink-3 line-through" title="cited, but no such record exists">
				{cited}
			</span>
		);
	}
	const origin = originWords[record.origin];
	const active = shown?.kind === "record" && shown.id === cited && shown.examination === examination.id;
	return (
		<button
			type="button"
			title={`${record.title}: ${origin.why}`}
			onClick={() => open({ kind: "record", id: cited, examination: examination.id })}
			className={cn(
				"num inline-flex max-w-full items-center gap-1 rounded-sm border border-rule-strong px-1 text-xs leading-4 hover:border-ink-3",
				!origin.proves && "border-dashed text-ink-3",
				active && "border-ink bg-sunken",
			)}
		>
			{record.passed === null ? null : (
				<Shape
					name={record.passed ? "disc" : "cross"}
					className={cn("size-2", record.passed ? "text-pass" : "text-fail")}
				/>
			)}
			<span className="truncate">{cited}</span>
		</button>
	);
}

/** All records that a claim or finding cites. */
export function RecordRefs({ examination, cited }: { examination: ExaminationView; cited: string[] }) {
	if (cited.length === 0) return null;
	return (
		<ul className="flex min-w-0 flex-wrap gap-1">
			{[...new Set(cited)].map((ref) => (
				<li key={ref} className="max-w-full min-w-0">
					<RecordRef examination={examination} cited={ref} />
				</li>
			))}
		</ul>
	);
}
