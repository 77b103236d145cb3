"use client";
import { Segmented } from "@/components/ui/segmented";
import type { ExaminationView } from "@/server/domain/views.ts";

/** `codex/gpt-5.5`, or what kind of examination it was without a tester. */
export function testerName(examination: ExaminationView): string {
	const { tester } = examination;
	if (tester === null) return "checks and probes only";
	return tester.model === null ? tester.harness : `${tester.harness}/${tester.model}`;
}

/** Chooses an extra examination to stand beside the official one; the official one always stays. */
export function ExaminationSwitch({
	examinations,
	beside,
	disagreements,
	onChange,
}: {
	examinations: ExaminationView[];
	beside: string | null;
	disagreements: number;
	onChange: (examination: string | null) => void;
}) {
	const extra = examinations.filter((examination) => !examination.official);
	if (extra.length === 0) return null;
	return (
		<div className="flex flex-wrap items-center gap-3 pb-2 text-xs text-ink-3">
			<span>examined again</span>
			<Segmented
				label="Examination beside the official one"
				value={beside ?? "none"}
				onChange={(value) => onChange(value === "none" ? null : value)}
				options={[
					{ value: "none", label: "official only" },
					...extra.map((examination, index) => ({
						value: examination.id,
						label: `${index + 1} · ${testerName(examination)}`,
						title: examination.instruction ?? "examined again",
					})),
				]}
			/>
			{beside === null ? null : (
				<span className={disagreements > 0 ? "text-blocked" : undefined}>
					{disagreements === 0
						? "both say the same on every line"
						: `they differ on ${disagreements} ${disagreements === 1 ? "line" : "lines"}`}
				</span>
			)}
		</div>
	);
}
