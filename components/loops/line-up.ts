import type { AssessedClaim } from "@/server/domain/evidence.ts";
import type { Criterion } from "@/server/domain/project-config.ts";
import type { ExaminationView, LoopView } from "@/server/domain/views.ts";

/*
 * Asked × done × proved: every demand of D_t is one line across all three, so that a missing proof is an empty cell.
 * Pure; the page only draws what this returns.
 */

/** What the Developer says of one line: a claim, never a proof. */
export interface DoneWord {
	done: boolean;
	title: string;
	note: string;
}

/** What one examination says of one line. `null` in a list of proofs = that examination has no word on it. */
export interface ProofWord {
	kind: "verified" | "gap" | "kept" | "lost" | "unproven";
	/** the claim behind it, if the examination assessed one */
	claim: AssessedClaim | null;
	/** why it is a gap or lost, in the host's words */
	reason: string;
}

export interface LineUpRow {
	id: string;
	statement: string;
	asked: boolean;
	kind: "criterion" | "constraint" | "preserved" | "other";
	blocking: boolean;
	proposed: boolean;
	done: DoneWord[];
	/** one per examination shown, in the same order */
	proofs: (ProofWord | null)[];
}

export interface LineUp {
	acceptance: LineUpRow[];
	constraints: LineUpRow[];
	/** lost first, then unproven, then kept */
	preserved: LineUpRow[];
	/** claims that nobody asked for in this loop: the tester looked beyond D_t */
	beyond: LineUpRow[];
	/** lines on which the examinations shown don't say the same */
	disagreements: number;
}

interface KnownCriterion extends Criterion {
	proposed: boolean;
}

/** Lines up a loop with the examinations that the page shows (official first). */
export function lineUp(loop: LoopView, examinations: ExaminationView[]): LineUp {
	const criteria = new Map<string, KnownCriterion>();
	for (const phase of loop.phases) {
		for (const criterion of phase.criteria)
			criteria.set(criterion.id, { ...criterion, proposed: phase.proposed });
	}
	const row = (id: string, kind: LineUpRow["kind"], asked: boolean): LineUpRow => {
		const criterion = criteria.get(id);
		const claims = examinations.map((examination) => claimOf(examination, id));
		return {
			id,
			kind,
			asked,
			statement: criterion?.statement ?? claims.find((claim) => claim !== null)?.statement ?? "",
			blocking: criterion?.blocking ?? false,
			proposed: criterion?.proposed ?? false,
			done: doneWords(loop, id),
			proofs: examinations.map((examination, index) =>
				proofOf(examination, id, claims[index] ?? null, kind === "preserved"),
			),
		};
	};

	const acceptanceIds = unique(loop.plan?.acceptance ?? []);
	const constraintIds = unique(loop.plan?.constraints ?? []).filter((id) => !acceptanceIds.includes(id));
	const preservedIds = unique(preservedOf(loop, examinations)).filter((id) => !acceptanceIds.includes(id));
	const asked = new Set([...acceptanceIds, ...constraintIds, ...preservedIds]);
	const beyondIds = unique(
		examinations.flatMap((examination) => examination.claims.map((claim) => claim.id)),
	);

	const result = {
		acceptance: acceptanceIds.map((id) => row(id, "criterion", true)),
		constraints: constraintIds.map((id) => row(id, "constraint", true)),
		preserved: preservedIds
			.map((id) => row(id, "preserved", true))
			.sort((a, b) => preservedRank(a) - preservedRank(b) || a.id.localeCompare(b.id)),
		beyond: beyondIds.filter((id) => !asked.has(id)).map((id) => row(id, "other", false)),
	};
	const all = [...result.acceptance, ...result.constraints, ...result.preserved, ...result.beyond];
	return { ...result, disagreements: all.filter(disagrees).length };
}

/** The Developer's own words on a criterion: tasks of D_t that target it, found in the report by title, and fix claims. */
function doneWords(loop: LoopView, id: string): DoneWord[] {
	const report = loop.developerReport;
	if (report === null) return [];
	const words: DoneWord[] = [];
	for (const task of loop.plan?.tasks ?? []) {
		if (!task.targets.includes(id)) continue;
		const said = report.tasks.find((candidate) => sameTitle(candidate.title, task.title));
		if (said) words.push({ done: said.done, title: said.title, note: said.note });
	}
	if (words.length === 0 && report.fixed.includes(id))
		words.push({ done: true, title: "says fixed", note: "" });
	return words;
}

export function sameTitle(a: string, b: string): boolean {
	const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");
	return plain(a) === plain(b);
}

function claimOf(examination: ExaminationView, id: string): AssessedClaim | null {
	return examination.claims.find((claim) => claim.id === id) ?? null;
}

function proofOf(
	examination: ExaminationView,
	id: string,
	claim: AssessedClaim | null,
	preserved: boolean,
): ProofWord | null {
	const reason = claim?.reason ?? "";
	if (preserved && examination.preservation) {
		const { kept, lost, unproven } = examination.preservation;
		if (lost.includes(id)) return { kind: "lost", claim, reason };
		if (kept.includes(id)) return { kind: "kept", claim, reason };
		if (unproven.includes(id)) return { kind: "unproven", claim, reason };
	}
	return claim === null ? null : { kind: claim.verdict, claim, reason };
}

function preservedOf(loop: LoopView, examinations: ExaminationView[]): string[] {
	if (loop.preservation) {
		const dropped = new Set(loop.preservation.dropped.map((drop) => drop.claim));
		return loop.preservation.set.filter((id) => !dropped.has(id));
	}
	return examinations.flatMap(({ preservation }) =>
		preservation ? [...preservation.lost, ...preservation.unproven, ...preservation.kept] : [],
	);
}

function preservedRank(row: LineUpRow): number {
	const kind = row.proofs[0]?.kind;
	if (kind === "lost") return 0;
	if (kind === "kept" || kind === "verified") return 2;
	return 1;
}

function disagrees(row: LineUpRow): boolean {
	const words = new Set(row.proofs.map((proof) => (proof === null ? "none" : isProof(proof) ? "yes" : "no")));
	return row.proofs.length > 1 && words.size > 1;
}

/** True for the words that mean "this is proved on this candidate". */
export function isProof(proof: ProofWord): boolean {
	return proof.kind === "verified" || proof.kind === "kept";
}

function unique(ids: string[]): string[] {
	return [...new Set(ids)];
}
