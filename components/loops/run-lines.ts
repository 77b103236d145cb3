import type { DeveloperReport } from "@/server/domain/developer-report.ts";
import type { CheckView, ExaminationView, ProbeView } from "@/server/domain/views.ts";

/** A command: what the Developer says of it, before and after, beside what the host saw when it ran it. */
export interface CommandLine {
	id: string;
	command: string;
	title: string;
	required: boolean;
	proposed: boolean;
	/** exit codes as the Developer tells them; null = it tells none */
	baseline: { exitCode: number | null; note: string } | null;
	retest: { exitCode: number | null; note: string } | null;
	/** one per examination shown */
	checks: (CheckView | null)[];
}

/** Joins the host's checks with the Developer's own runs of the same command; commands only it ran come last. */
export function commandLines(report: DeveloperReport | null, examinations: ExaminationView[]): CommandLine[] {
	const lines = new Map<string, CommandLine>();
	examinations.forEach((examination, index) => {
		for (const check of examination.checks) {
			const line = lines.get(check.command) ?? {
				id: check.checkId,
				command: check.command,
				title: check.title,
				required: check.required,
				proposed: check.proposed,
				baseline: null,
				retest: null,
				checks: examinations.map(() => null),
			};
			line.checks[index] = check;
			lines.set(check.command, line);
		}
	});
	for (const phase of ["baseline", "retest"] as const) {
		for (const said of report?.[phase === "baseline" ? "baseline" : "retests"] ?? []) {
			const line = lines.get(said.command) ?? {
				id: `own:${said.command}`,
				command: said.command,
				title: said.command,
				required: false,
				proposed: false,
				baseline: null,
				retest: null,
				checks: examinations.map(() => null),
			};
			// The last word counts: a retest after each change is the newest state.
			line[phase] = { exitCode: said.exitCode, note: said.note };
			lines.set(said.command, line);
		}
	}
	return [...lines.values()];
}

/** A probe with all its repetitions per examination. */
export interface ProbeLine {
	probeId: string;
	title: string;
	required: boolean;
	proposed: boolean;
	visits: ProbeView[][];
}

/** One line per probe; repetitions stay together, so that a flaky one is seen as such. */
export function probeLines(examinations: ExaminationView[]): ProbeLine[] {
	const lines = new Map<string, ProbeLine>();
	examinations.forEach((examination, index) => {
		for (const probe of examination.probes) {
			const line = lines.get(probe.probeId) ?? {
				probeId: probe.probeId,
				title: probe.title,
				required: probe.required,
				proposed: probe.proposed,
				visits: examinations.map((): ProbeView[] => []),
			};
			line.visits[index]?.push(probe);
			lines.set(probe.probeId, line);
		}
	});
	return [...lines.values()];
}

/** The worst of several visits is the probe's state. */
export function worstVisit(visits: ProbeView[]): ProbeView | null {
	const order = ["error", "timeout", "fail", "unavailable", "pass"];
	return [...visits].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0] ?? null;
}
