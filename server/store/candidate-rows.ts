import { z } from "zod";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

const candidateSchema = z.object({
	id: z.string(),
	runId: z.string(),
	loop: z.number(),
	tree: z.string(),
	gitTree: z.string(),
	manifestSha256: z.string(),
	parentId: z.string().nullable(),
	files: z.number(),
	bytes: z.number(),
	changedPaths: z
		.string()
		.transform((text) =>
			z
				.array(z.looseObject({ path: z.string(), change: z.enum(["add", "update", "delete"]) }))
				.parse(JSON.parse(text)),
		),
	createdAt: z.number(),
});
export type CandidateRow = z.infer<typeof candidateSchema>;

export interface NewCandidate {
	runId: string;
	loop: number;
	tree: string;
	gitTree: string;
	manifestSha256: string;
	parentId: string | null;
	files: number;
	bytes: number;
	changedPaths: {
		path: string;
		change: "add" | "update" | "delete";
		sizeBefore: number | null;
		sizeAfter: number | null;
	}[];
	policy: { ignored: string[]; leftOut: string[] };
}

/** Writes the row of a frozen tree; its contents must be durable already. */
export function insertCandidate(store: Store, candidate: NewCandidate): string {
	const id = newId();
	store.db
		.prepare(
			`INSERT INTO Candidate (id, runId, loop, tree, gitTree, manifestSha256, parentId, files, bytes, changedPaths, policy, createdAt)
			VALUES (@id, @runId, @loop, @tree, @gitTree, @manifestSha256, @parentId, @files, @bytes, @changedPaths, @policy, @createdAt)`,
		)
		.run({
			...candidate,
			id,
			changedPaths: JSON.stringify(candidate.changedPaths),
			policy: JSON.stringify(candidate.policy),
			createdAt: Date.now(),
		});
	return id;
}

/** Candidates of a run, oldest first. */
export function readCandidates(store: Store, runId: string): CandidateRow[] {
	return store.db
		.prepare("SELECT * FROM Candidate WHERE runId = ? ORDER BY loop")
		.all(runId)
		.map((row) => candidateSchema.parse(row));
}

/** The candidate of a loop, or null. */
export function candidateOfLoop(store: Store, runId: string, loop: number): CandidateRow | null {
	const row = store.db.prepare("SELECT * FROM Candidate WHERE runId = ? AND loop = ?").get(runId, loop);
	return row ? candidateSchema.parse(row) : null;
}

/** A candidate by its key, or null. */
export function readCandidate(store: Store, id: string): CandidateRow | null {
	const row = store.db.prepare("SELECT * FROM Candidate WHERE id = ?").get(id);
	return row ? candidateSchema.parse(row) : null;
}

/** The newest candidate of a run before a loop, or null. */
export function latestCandidate(store: Store, runId: string, before: number): CandidateRow | null {
	const row = store.db
		.prepare("SELECT * FROM Candidate WHERE runId = ? AND loop < ? ORDER BY loop DESC LIMIT 1")
		.get(runId, before);
	return row ? candidateSchema.parse(row) : null;
}
