import type { AssessInput } from "./assess-types.ts";
import type { DevelopmentDocument } from "./development-document.ts";
import { pathsOutside } from "./glob.ts";
import type { Criterion, Phase } from "./project-config.ts";
import { listed, plural } from "./sentences.ts";
import type { Verdict } from "./verdict.ts";

type ContractInput = Pick<
	AssessInput,
	"plan" | "phases" | "preserved" | "unknownDrops" | "report" | "changedPaths"
>;

/**
 * Does the plan treat the whole spec, and did the work stay within the plan? The worst judgement wins, every reason
 * is listed: `invalid` (the plan names what does not exist), `unknown` (something of the spec can't be traced),
 * `needs_revision` (paths outside the plan changed), `aligned`.
 */
export function judgeContract(input: ContractInput): { value: Verdict["contract"]; reasons: string[] } {
	const { plan, phases } = input;
	if (plan === null) {
		return { value: "unknown", reasons: ["No plan: nothing says which part of the spec this loop treats."] };
	}
	const invalid = phases.length === 0 ? [] : nonexistent(plan, input);
	const unknown = untraced(plan, input);
	const outside = pathsOutside(plan.allowedPaths, input.changedPaths);
	const revision =
		outside.length === 0
			? []
			: [`${plural(outside.length, "path")} changed outside what the plan allows: ${listed(outside)}.`];
	const reasons = [...invalid, ...unknown, ...revision];
	if (invalid.length > 0) return { value: "invalid", reasons };
	if (unknown.length > 0) return { value: "unknown", reasons };
	return { value: revision.length > 0 ? "needs_revision" : "aligned", reasons };
}

function nonexistent(plan: DevelopmentDocument, input: ContractInput): string[] {
	const criteria = new Set(allCriteria(input.phases).map((criterion) => criterion.id));
	const claims = new Set([
		...criteria,
		...input.preserved.map((claim) => claim.claim),
		...plan.dropped.map((drop) => drop.claim),
	]);
	const phaseIds = new Set(input.phases.map((phase) => phase.id));
	const reasons: string[] = [];
	const complain = (what: string, ids: readonly string[]) => {
		if (ids.length > 0) reasons.push(`${what}: ${listed([...new Set(ids)])}.`);
	};
	complain(
		"The plan accepts by criteria that do not exist",
		plan.acceptance.filter((id) => !claims.has(id)),
	);
	complain(
		"The plan names constraints that do not exist",
		plan.constraints.filter((id) => !claims.has(id)),
	);
	complain(
		"The plan defers criteria that do not exist",
		plan.deferred.map((item) => item.criterion).filter((id) => !criteria.has(id)),
	);
	complain(
		"The plan names phases that do not exist",
		[plan.phase, ...plan.deferred.map((item) => item.phase)].filter(
			(id): id is string => id !== null && !phaseIds.has(id),
		),
	);
	complain("The plan drops claims that were never verified", input.unknownDrops ?? []);
	return reasons;
}

function untraced(plan: DevelopmentDocument, input: ContractInput): string[] {
	const { phases, report } = input;
	const reasons: string[] = [];
	if (phases.length === 0) {
		reasons.push("The spec has no criteria list, so nothing can be traced to it.");
	}
	const accepted = new Set(plan.acceptance);
	const held = new Set([...plan.acceptance, ...plan.constraints]);
	const preserved = new Set(input.preserved.map((claim) => claim.claim));
	const order = new Map(phases.map((phase, index) => [phase.id, index]));
	const now = phaseIndex(plan, phases, order);
	const deferred = new Set(
		plan.deferred.filter((item) => (order.get(item.phase) ?? -1) > now).map((item) => item.criterion),
	);
	const criteria: string[] = [];
	const constraints: string[] = [];
	for (const [index, phase] of phases.entries()) {
		for (const criterion of phase.criteria) {
			if (criterion.kind === "constraint") {
				if (!held.has(criterion.id)) constraints.push(criterion.id);
			} else if (criterion.blocking) {
				const { id } = criterion;
				if (!(accepted.has(id) || preserved.has(id) || deferred.has(id) || index > now)) criteria.push(id);
			}
		}
	}
	if (constraints.length > 0) {
		reasons.push(`${plural(constraints.length, "constraint")} of the spec left out: ${listed(constraints)}.`);
	}
	if (criteria.length > 0) {
		reasons.push(
			`${plural(criteria.length, "blocking criterion", "blocking criteria")} of the spec neither planned, kept nor put off: ${listed(criteria)}.`,
		);
	}
	const covered = new Set(report?.claims.map((claim) => claim.id) ?? []);
	const missed = plan.acceptance.filter((id) => !covered.has(id));
	if (missed.length > 0) {
		reasons.push(
			`${plural(missed.length, "acceptance criterion", "acceptance criteria")} not covered by QA: ${listed(missed)}.`,
		);
	}
	return reasons;
}

/** A plan that names no phase belongs to the latest phase of which it accepts a criterion (the first, if of none). */
function phaseIndex(plan: DevelopmentDocument, phases: readonly Phase[], order: Map<string, number>): number {
	if (plan.phase !== null) return order.get(plan.phase) ?? 0;
	const accepted = new Set(plan.acceptance);
	return phases.reduce(
		(latest, phase, index) =>
			phase.criteria.some((criterion) => accepted.has(criterion.id)) ? index : latest,
		0,
	);
}

function allCriteria(phases: readonly Phase[]): Criterion[] {
	return phases.flatMap((phase) => phase.criteria);
}
