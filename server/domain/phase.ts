import type { AssessedClaim } from "./evidence.ts";
import type { Phase } from "./project-config.ts";
import { isAccepted, type Verdict } from "./verdict.ts";

/** Id of the first phase with a blocking criterion or constraint that isn't verified on this candidate; null = none. */
export function currentPhase(phases: readonly Phase[], claims: readonly AssessedClaim[]): string | null {
	const verified = verifiedIds(claims);
	const phase = phases.find((candidate) =>
		candidate.criteria.some((criterion) => criterion.blocking && !verified.has(criterion.id)),
	);
	return phase?.id ?? null;
}

/** The product is complete when an accepted candidate proves every blocking criterion and every constraint at once. */
export function isProductComplete(
	phases: readonly Phase[],
	claims: readonly AssessedClaim[],
	verdict: Verdict,
): boolean {
	if (phases.length === 0 || !isAccepted(verdict)) return false;
	const verified = verifiedIds(claims);
	return phases.every((phase) =>
		phase.criteria.every(
			(criterion) => verified.has(criterion.id) || !(criterion.blocking || criterion.kind === "constraint"),
		),
	);
}

function verifiedIds(claims: readonly AssessedClaim[]): Set<string> {
	return new Set(claims.filter((claim) => claim.verdict === "verified").map((claim) => claim.id));
}
