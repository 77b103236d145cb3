import type { DevelopmentDocument } from "./development-document.ts";
import type { Phase, Proposal } from "./project-config.ts";
import type { PromptInputs } from "./prompt-inputs.ts";
import { listed } from "./sentences.ts";

/** What is known before a plan: all of it from the host. */
export interface PlanContext {
	/** criteria in force before this plan */
	phases: readonly Phase[];
	/** ids of the claims in the preservation set, before this plan's drops */
	preserved: readonly string[];
	ledgerKeys: readonly string[];
	/** parts that nobody has defined yet */
	missing: PromptInputs["missing"];
	/** the project's own criteria list stands; a proposal can't extend it */
	criteriaFixed?: boolean;
	/** ids of claims that were gaps; with it, targets are checked too */
	gaps?: readonly string[];
}

/**
 * What is wrong with a plan whose form is right, as sentences for a correction; empty = fine. Only things that the
 * planner can surely mend are listed. That a plan leaves a constraint of the spec out is no problem of form: it shows
 * as the contract `unknown`.
 */
export function planProblems(document: DevelopmentDocument, context: PlanContext): string[] {
	const problems: string[] = [];
	const say = (what: string, ids: readonly string[]) => {
		if (ids.length > 0) problems.push(`${what}: ${listed([...new Set(ids)])}`);
	};
	const proposed = context.criteriaFixed ? [] : (document.proposal?.phases ?? []);
	const phases = [...context.phases, ...proposed];
	const criteria = new Set(phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id)));
	const preserved = new Set(context.preserved);
	const phaseIds = new Set(phases.map((phase) => phase.id));

	if (document.objective.trim() === "") problems.push("objective: is empty");
	document.tasks.forEach((task, index) => {
		if (task.title.trim() === "") problems.push(`tasks[${index}].title: is empty`);
		if (task.outcome.trim() === "") problems.push(`tasks[${index}].outcome: is empty; say what can be seen`);
	});
	if (document.tasks.length > 3) problems.push("tasks: at most three tasks fit one increment");

	if (criteria.size === 0) {
		problems.push("proposal.phases: the project has no criteria yet; propose them in phases");
	} else {
		const unknown = document.acceptance.filter((id) => !criteria.has(id) && !preserved.has(id));
		say("acceptance: unknown criterion", unknown);
		say(
			"constraints: unknown constraint",
			document.constraints.filter((id) => !criteria.has(id)),
		);
		say(
			"deferred: unknown criterion",
			document.deferred.map((item) => item.criterion).filter((id) => !criteria.has(id)),
		);
		say(
			"unknown phase",
			[document.phase, ...document.deferred.map((item) => item.phase)].filter(
				(id): id is string => id !== null && !phaseIds.has(id),
			),
		);
	}
	const dropped = document.dropped.map((drop) => drop.claim);
	say(
		"dropped: never verified, so it can't be dropped",
		dropped.filter((id) => !preserved.has(id)),
	);
	if (context.gaps !== undefined) {
		const known = new Set([...criteria, ...preserved, ...context.ledgerKeys, ...context.gaps]);
		say(
			"tasks: unknown target",
			document.tasks.flatMap((task) => task.targets).filter((id) => !known.has(id)),
		);
	}

	say("acceptance: named twice", doubled(document.acceptance));
	say("constraints: named twice", doubled(document.constraints));
	say("dropped: named twice", doubled(dropped));
	const deferred = document.deferred.map((item) => item.criterion);
	say("deferred: named twice", doubled(deferred));
	say(
		"both accepted and deferred",
		document.acceptance.filter((id) => deferred.includes(id)),
	);
	say(
		"both accepted and dropped",
		document.acceptance.filter((id) => dropped.includes(id)),
	);
	problems.push(...proposalProblems(document.proposal ?? {}, context, criteria));
	return problems;
}

function proposalProblems(proposal: Proposal, context: PlanContext, criteria: ReadonlySet<string>): string[] {
	const problems: string[] = [];
	const say = (what: string, ids: readonly string[]) => {
		if (ids.length > 0) problems.push(`${what}: ${listed([...new Set(ids)])}`);
	};
	const phases = proposal.phases ?? [];
	const checks = proposal.checks ?? [];
	const probes = proposal.probes ?? [];
	if (context.criteriaFixed && phases.length > 0) {
		problems.push("proposal.phases: the project has its own criteria; use their ids and propose none");
	} else {
		const ids = phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id));
		say("proposal.phases: criterion proposed twice", doubled(ids));
		say("proposal.phases: phase proposed twice", doubled(phases.map((phase) => phase.id)));
		const old = context.phases.flatMap((phase) => phase.criteria);
		say(
			"proposal.phases: criterion can't be reworded once it is in force",
			phases
				.flatMap((phase) => phase.criteria)
				.filter((criterion) =>
					old.some((other) => other.id === criterion.id && other.statement !== criterion.statement),
				)
				.map((criterion) => criterion.id),
		);
	}
	for (const [name, list] of [
		["checks", checks],
		["probes", probes],
	] as const) {
		say(`proposal.${name}: id used twice`, doubled(list.map((item) => item.id)));
		if (criteria.size > 0) {
			say(
				`proposal.${name}: unknown criterion`,
				list.flatMap((item) => item.criteria).filter((id) => !criteria.has(id)),
			);
		}
	}
	const missing = new Set(context.missing);
	if (missing.has("checks") && missing.has("probes") && checks.length + probes.length === 0) {
		problems.push("proposal: nothing examines the product yet; propose at least one check or probe");
	}
	if (probes.length > 0 && missing.has("serve") && proposal.serve === undefined) {
		problems.push("proposal.serve: probes visit a running product; propose the command that serves it");
	}
	return problems;
}

function doubled(ids: readonly string[]): string[] {
	return ids.filter((id, index) => ids.indexOf(id) !== index);
}
