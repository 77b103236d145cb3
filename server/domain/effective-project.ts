import type { Check, Phase, Probe, ProjectConfig, Proposal, Serve, Setup } from "./project-config.ts";

/** What is in force in a run: the project's own words, else what planners proposed. Plain data, stored per loop. */
export interface EffectiveProject {
	phases: (Phase & { proposed: boolean })[];
	setup: Setup | null;
	serve: Serve | null;
	checks: Check[];
	probes: Probe[];
	/** `setup`, `serve`, and the ids of phases, criteria, checks and probes that came from a planner */
	proposedIds: string[];
}

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
	const own = config.phases.length > 0;
	const inForce = own ? config.phases : mergePhases(proposals.flatMap((proposal) => proposal.phases ?? []));
	const phases = inForce.map((phase) => ({ ...phase, proposed: !own }));
	if (!own) {
		mark(phases);
		mark(phases.flatMap((phase) => phase.criteria));
	}
	const setup = config.setup ?? proposals.findLast((proposal) => proposal.setup)?.setup ?? null;
	const serve = config.serve ?? proposals.findLast((proposal) => proposal.serve)?.serve ?? null;
	if (config.setup === undefined && setup !== null) proposedIds.add("setup");
	if (config.serve === undefined && serve !== null) proposedIds.add("serve");
	const checks =
		config.checks.length > 0
			? config.checks
			: mark(lastOfEach(proposals.flatMap((proposal) => proposal.checks ?? [])));
	const probes =
		config.probes.length > 0
			? config.probes
			: mark(lastOfEach(proposals.flatMap((proposal) => proposal.probes ?? [])));
	return { phases, setup, serve, checks, probes, proposedIds: [...proposedIds] };
}

/** Parts for which the project's own words hold, whatever a planner proposes. */
export function ownParts(config: ProjectConfig): ("phases" | "setup" | "serve" | "checks" | "probes")[] {
	return (["phases", "setup", "serve", "checks", "probes"] as const).filter((part) => {
		const said = config[part];
		return Array.isArray(said) ? said.length > 0 : said !== undefined;
	});
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
