import type { PreservedClaim } from "./assess-types.ts";
import { type BackcheckFacts, citesStrongRecord } from "./backcheck.ts";
import type { DevelopmentDocument } from "./development-document.ts";
import type { AssessedClaim } from "./evidence.ts";

/** What a plan gives up on purpose. */
export interface PreservationDrops {
	/** the set that stays in force */
	preserved: PreservedClaim[];
	dropped: { claim: string; reason: string }[];
	/** drops of claims that were never in the set: the contract is then `invalid` */
	unknown: string[];
}

/** Applies the reasoned drops of a plan to the preservation set. Without a plan nothing is dropped. */
export function applyDrops(
	preserved: readonly PreservedClaim[],
	plan: DevelopmentDocument | null,
): PreservationDrops {
	const known = new Set(preserved.map((claim) => claim.claim));
	const drops = plan?.dropped ?? [];
	const dropped = drops.filter((drop) => known.has(drop.claim));
	const gone = new Set(dropped.map((drop) => drop.claim));
	return {
		preserved: preserved.filter((claim) => !gone.has(claim.claim)),
		dropped,
		unknown: drops.map((drop) => drop.claim).filter((claim) => !known.has(claim)),
	};
}

/**
 * A claim is refuted by QA's word plus at least one strong record of this candidate, or by cited records that all
 * say "failed". A refutation that shows nothing is no refutation: the claim is then unproven.
 */
export function isRefuted(claim: AssessedClaim, facts: BackcheckFacts): boolean {
	if (claim.gapReason === "record_failed") return true;
	return claim.gapReason === "refuted" && citesStrongRecord(claim.records, facts);
}

/** What became of the preservation set on this candidate, in the order of the set. */
export function judgePreservation(
	preserved: readonly PreservedClaim[],
	claims: readonly AssessedClaim[],
	facts: BackcheckFacts,
): { kept: string[]; lost: string[]; unproven: string[] } {
	const assessed = new Map(claims.map((claim) => [claim.id, claim]));
	const result = { kept: [] as string[], lost: [] as string[], unproven: [] as string[] };
	for (const { claim: id } of preserved) {
		const claim = assessed.get(id);
		if (claim?.verdict === "verified") result.kept.push(id);
		else if (claim !== undefined && isRefuted(claim, facts)) result.lost.push(id);
		else result.unproven.push(id);
	}
	return result;
}

/**
 * The set for the next loop: every claim verified so far, on accepted candidates or not. Lost claims stay in it, so
 * that their recovery is demanded; only a plan may drop one, with a reason.
 */
export function nextPreserved(
	preserved: readonly PreservedClaim[],
	claims: readonly AssessedClaim[],
	loop: number,
): PreservedClaim[] {
	const next = new Map(preserved.map((claim) => [claim.claim, claim]));
	for (const claim of claims) {
		if (claim.verdict !== "verified") continue;
		// the first wording stays: a claim must not shrink from loop to loop
		const statement = next.get(claim.id)?.statement ?? claim.statement;
		next.set(claim.id, { claim: claim.id, statement, loop });
	}
	return [...next.values()];
}
