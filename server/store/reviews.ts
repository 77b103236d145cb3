import { DomainError } from "../domain/errors.ts";
import type { Review } from "../domain/review.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/** Names a record in `Review.targetId`; an examination's id holds no blank, a ref may. */
const targetOf = (examinationId: string, ref: string) => `${examinationId} ${ref}`;

/**
 * Keeps what a person said of a record. Nothing of evidence, verdict or ledger is touched.
 * @throws DomainError `not_found` where the run has no such record
 */
export function addReview(store: Store, runId: string, said: Omit<Review, "id" | "at">): Review {
	const { examinationId, ref, decision, comment } = said;
	return store.transaction(() => {
		const found = store.db
			.prepare(
				`SELECT 1 FROM ExecutionRecord r JOIN Examination e ON e.id = r.examinationId
				WHERE r.examinationId = ? AND r.ref = ? AND e.runId = ?`,
			)
			.get(examinationId, ref, runId);
		if (!found) throw new DomainError("not_found", `This run has no record "${ref}" of that examination.`);
		const review = { ...said, id: newId(), at: Date.now() };
		store.db
			.prepare(
				`INSERT INTO Review (id, runId, targetKind, targetId, decision, comment, at)
				VALUES (?, ?, 'record', ?, ?, ?, ?)`,
			)
			.run(review.id, runId, targetOf(examinationId, ref), decision, comment, review.at);
		return review;
	});
}

/** What people said of a run's records, oldest first. */
export function readReviews(store: Store, runId: string): Review[] {
	const rows = store.db
		.prepare(
			`SELECT id, targetId, decision, comment, at FROM Review
			WHERE runId = ? AND targetKind = 'record' ORDER BY at, id`,
		)
		.all(runId) as (Omit<Review, "examinationId" | "ref"> & { targetId: string })[];
	return rows.map(({ targetId, ...review }) => {
		const cut = targetId.indexOf(" ");
		return { ...review, examinationId: targetId.slice(0, cut), ref: targetId.slice(cut + 1) };
	});
}
