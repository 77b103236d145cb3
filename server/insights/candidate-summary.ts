import { candidateLabel } from "../domain/ids.ts";
import type { CandidateSummary } from "../domain/views.ts";
import { changedPathsColumn, column, time } from "./columns.ts";
import { shownPath } from "./shown-path.ts";
import type { Reads } from "./sources.ts";

type CandidateRow = NonNullable<Awaited<ReturnType<Reads["candidate"]["findUnique"]>>>;

/** What every page says of a candidate, with its parent's name. */
export async function summarizeCandidate(reads: Reads, row: CandidateRow): Promise<CandidateSummary> {
	const parent = row.parentId
		? await reads.candidate.findUnique({
				where: { id: row.parentId },
				select: { loop: true, tree: true },
			})
		: null;
	return {
		id: row.id,
		loop: row.loop,
		label: candidateLabel(row.loop, row.tree),
		tree: row.tree,
		gitTree: row.gitTree,
		parentId: row.parentId,
		parentLabel: parent && candidateLabel(parent.loop, parent.tree),
		files: row.files,
		bytes: Number(row.bytes),
		createdAt: time(row.createdAt),
		changedPaths: column(changedPathsColumn, row.changedPaths, "Candidate.changedPaths").map((change) => ({
			...change,
			path: shownPath(change.path),
		})),
	};
}
