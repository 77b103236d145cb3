import { ownParts } from "../domain/effective-project.ts";
import { DomainError } from "../domain/errors.ts";
import type { LoopView } from "../domain/views.ts";
import { countByInvocation } from "../store/event-reads.ts";
import { summarizeCandidate } from "./candidate-summary.ts";
import {
	column,
	configColumn,
	developerReportColumn,
	effectiveColumn,
	optional,
	planColumn,
	planPreservationColumn,
	time,
	word,
} from "./columns.ts";
import { readExaminations } from "./examination-view.ts";
import { summarizeInvocation } from "./invocation-summary.ts";
import type { Sources } from "./sources.ts";

const developerStatuses = ["pass", "partial", "fail", "none"] as const;

/**
 * Asked, done, proved: everything of one loop.
 * @throws DomainError `not_found`
 */
export async function readLoop(sources: Sources, runId: string, index: number): Promise<LoopView> {
	const { reads } = sources;
	const [row, run] = await Promise.all([
		reads.loop.findUnique({ where: { runId_index: { runId, index } } }),
		reads.run.findUnique({ where: { id: runId }, select: { projectId: true, config: true } }),
	]);
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	if (!row) throw new DomainError("not_found", `The run has no loop ${index} yet.`);
	const [candidate, invocations, previous, next] = await Promise.all([
		reads.candidate.findUnique({ where: { runId_loop: { runId, loop: index } } }),
		reads.invocation.findMany({ where: { runId, loop: index }, orderBy: { id: "asc" } }),
		reads.loop.findFirst({ where: { runId, index: { lt: index } }, select: { id: true } }),
		reads.loop.findFirst({ where: { runId, index: { gt: index } }, select: { id: true } }),
	]);
	const events = countByInvocation(
		sources.store,
		runId,
		invocations.map((invocation) => invocation.id),
	);
	return {
		runId,
		loop: index,
		startedAt: time(row.startedAt),
		endedAt: time(row.endedAt),
		plan: optional(planColumn, row.plan, "Loop.plan"),
		planMarkdown: row.planMarkdown,
		planHash: row.planHash,
		preservation: optional(planPreservationColumn, row.preservation, "Loop.preservation"),
		phases: phasesOf(row.effective, run.config),
		ownParts: ownParts(column(configColumn, run.config, "Run.config").project),
		developerStatus:
			row.developerStatus === null
				? null
				: word(developerStatuses, row.developerStatus, "Loop.developerStatus"),
		developerReport: optional(developerReportColumn, row.developerReport, "Loop.developerReport"),
		candidate: candidate && (await summarizeCandidate(reads, candidate)),
		examinations: candidate ? await readExaminations(sources, run.projectId, runId, candidate.id) : [],
		invocations: invocations.map((invocation) =>
			summarizeInvocation(invocation, events.get(invocation.id) ?? 0),
		),
		hasPrevious: previous !== null,
		hasNext: next !== null,
	};
}

/** Before the loop's plan is in, the project's own criteria are in force. */
function phasesOf(effective: string | null, config: string): LoopView["phases"] {
	if (effective !== null) return column(effectiveColumn, effective, "Loop.effective").phases;
	const { project } = column(configColumn, config, "Run.config");
	return project.phases.map((phase) => ({ ...phase, proposed: false }));
}
