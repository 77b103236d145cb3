import { DomainError } from "../domain/errors.ts";
import { candidateLabel } from "../domain/ids.ts";
import type { CandidateView } from "../domain/views.ts";
import { readPins } from "../store/pins.ts";
import { summarizeCandidate } from "./candidate-summary.ts";
import { column, configColumn, effectiveColumn, optional, policyColumn, word } from "./columns.ts";
import { readExaminations } from "./examination-view.ts";
import type { Reads, Sources } from "./sources.ts";

/** The row of a candidate with its run and project. @throws DomainError `not_found` */
export async function candidateRow(reads: Reads, candidateId: string) {
	const row = await reads.candidate.findUnique({
		where: { id: candidateId },
		include: { run: { include: { project: true } } },
	});
	if (!row) throw new DomainError("not_found", `There is no candidate ${candidateId}.`);
	return row;
}

/** One frozen version: where it comes from, how it was judged, whether it can be visited. */
export async function readCandidate(sources: Sources, candidateId: string): Promise<CandidateView> {
	const { reads } = sources;
	const row = await candidateRow(reads, candidateId);
	const { run } = row;
	const [summary, children, loop, examinations] = await Promise.all([
		summarizeCandidate(reads, row),
		reads.candidate.findMany({ where: { parentId: row.id }, orderBy: { loop: "asc" } }),
		reads.loop.findUnique({ where: { runId_index: { runId: row.runId, index: row.loop } } }),
		readExaminations(sources, run.projectId, row.runId, row.id),
	]);
	const { project } = column(configColumn, run.config, "Run.config");
	const effective = optional(effectiveColumn, loop?.effective ?? null, "Loop.effective");
	return {
		...summary,
		runId: row.runId,
		runNumber: run.number,
		projectName: run.project.name,
		developerStatus:
			loop?.developerStatus == null
				? null
				: word(["pass", "partial", "fail", "none"], loop.developerStatus, "Loop.developerStatus"),
		verdict: examinations.find((examination) => examination.official)?.verdict ?? null,
		policy: column(policyColumn, row.policy, "Candidate.policy"),
		children: children.map(({ id, loop: index, tree }) => ({ id, label: candidateLabel(index, tree) })),
		canServe: (effective?.serve ?? project.serve) != null,
		pinned: readPins(sources.store).candidates.has(row.id),
		running: sources.openCandidates().get(row.id) ?? null,
		downloadUrl: sources.signer.signPath(`/candidates/${row.id}/download`),
		examinations,
	};
}
