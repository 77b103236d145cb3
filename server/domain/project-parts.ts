import type { PreservedClaim } from "./assess-types.ts";
import type { Issue } from "./ledger.ts";
import type { PlanContext } from "./plan-problems.ts";
import type { Phase, ProjectConfig, Proposal } from "./project-config.ts";

/** What is in force in a run: the project's own words, else what planners proposed. */
export interface EffectiveProject {
	phases: Phase[];
	setup: ProjectConfig["setup"];
	serve: ProjectConfig["serve"];
	checks: ProjectConfig["checks"];
	probes: ProjectConfig["probes"];
	/** `setup`, `serve`, and the ids of phases, criteria, checks and probes that came from a planner */
	proposedIds: ReadonlySet<string>;
}

export type MissingPart = "criteria" | "setup" | "serve" | "checks" | "probes";

/**
 * Joins `fuseline.json` with the proposals of the plans so far, oldest first. Where the project says something of a
 * part, only the project counts for that part. Else proposals extend each other: criteria and phases are added and
 * never reworded (what was proved once must keep its meaning); a later `setup`, `serve`, check or probe replaces the
 * earlier one of the same id, so that a planner can mend a proposal that doesn't work.
 */
export function effectiveProject(config: ProjectConfig, proposals: readonly Proposal[]): EffectiveProject {
	const proposedIds = new Set<string>();
	const mark = <T extends { id: string }>(items: T[]) => {
		for (const item of items) proposedIds.add(item.id);
		return items;
	};
	let phases = config.phases;
	if (phases.length === 0) {
		phases = mark(mergePhases(proposals.flatMap((proposal) => proposal.phases ?? [])));
		mark(phases.flatMap((phase) => phase.criteria));
	}
	const single = <K extends "setup" | "serve">(part: K): ProjectConfig[K] => {
		if (config[part] !== undefined) return config[part];
		const proposed = proposals.findLast((proposal) => proposal[part] !== undefined)?.[part];
		if (proposed !== undefined) proposedIds.add(part);
		return proposed as ProjectConfig[K];
	};
	return {
		phases,
		setup: single("setup"),
		serve: single("serve"),
		checks:
			config.checks.length > 0
				? config.checks
				: mark(lastOfEach(proposals.flatMap((proposal) => proposal.checks ?? []))),
		probes:
			config.probes.length > 0
				? config.probes
				: mark(lastOfEach(proposals.flatMap((proposal) => proposal.probes ?? []))),
		proposedIds,
	};
}

/** The parts of which nothing is in force yet, in a fixed order. */
export function missingParts(project: Omit<EffectiveProject, "proposedIds">): MissingPart[] {
	const missing: MissingPart[] = [];
	if (project.phases.length === 0) missing.push("criteria");
	if (project.setup === undefined) missing.push("setup");
	if (project.serve === undefined) missing.push("serve");
	if (project.checks.length === 0) missing.push("checks");
	if (project.probes.length === 0) missing.push("probes");
	return missing;
}

/** What `planProblems` needs to know before the plan that it looks at. */
export function planContext(
	config: ProjectConfig,
	proposals: readonly Proposal[],
	preserved: readonly PreservedClaim[],
	ledger: readonly Issue[],
): PlanContext {
	const project = effectiveProject(config, proposals);
	return {
		phases: project.phases,
		preserved,
		ledgerKeys: ledger.map((issue) => issue.key),
		missing: missingParts(project),
		criteriaFixed: config.phases.length > 0,
	};
}

function mergePhases(proposed: readonly Phase[]): Phase[] {
	const phases = new Map<string, Phase>();
	const known = new Set<string>();
	for (const phase of proposed) {
		const fresh = phase.criteria.filter((criterion) => !known.has(criterion.id));
		for (const criterion of fresh) known.add(criterion.id);
		const before = phases.get(phase.id);
		if (before !== undefined) {
			phases.set(phase.id, { ...before, criteria: [...before.criteria, ...fresh] });
		} else if (fresh.length > 0) {
			phases.set(phase.id, { ...phase, criteria: fresh });
		}
	}
	return [...phases.values()];
}

function lastOfEach<T extends { id: string }>(items: readonly T[]): T[] {
	return [...new Map(items.map((item) => [item.id, item])).values()];
}
