import { type Budgets, budgetsSchema, mergeBudgets } from "../domain/budgets.ts";
import type { DoctorView } from "../domain/doctor-view.ts";
import { DomainError, type Problem, problemsOf, sentence } from "../domain/errors.ts";
import type { HarnessDefinition } from "../domain/harness.ts";
import { type ProjectConfig, projectConfigSchema } from "../domain/project-config.ts";
import type { ProtocolDefinition } from "../domain/protocol.ts";
import type { Bindings } from "../domain/role.ts";
import type { ProtocolOptions, StartRunInput } from "../domain/run.ts";
import { specProblems } from "../domain/spec-text.ts";
import type { ProjectDraft } from "../domain/views.ts";
import { unknownWord } from "./did-you-mean.ts";
import { checkBindings } from "./start-bindings.ts";
import { checkOptions } from "./start-options.ts";

/** What is known of this machine and of the project when a run is asked for. */
export interface StartFacts {
	protocols: readonly ProtocolDefinition[];
	harnesses: readonly HarnessDefinition[];
	/** the project as its source says, with the problems of reading it */
	draft: ProjectDraft;
	/** null: not looked yet; then nothing is said of what is installed */
	doctor: DoctorView | null;
}

/** The parts of a run's configuration that come from the input. */
export interface ResolvedStart {
	protocol: string;
	options: ProtocolOptions;
	bindings: Bindings;
	budgets: Budgets;
	language: StartRunInput["language"];
	project: ProjectConfig;
	name: string;
	specText: string;
}

export interface CheckedStart {
	problems: Problem[];
	warnings: Problem[];
	/** null as long as there are problems */
	resolved: ResolvedStart | null;
}

/** The one check of a start: the form asks it while typing, the CLI and the API before they act. Does nothing. */
export function checkStart(input: StartRunInput, facts: StartFacts): CheckedStart {
	const { draft, doctor, harnesses } = facts;
	const protocol = facts.protocols.find(({ id }) => id === input.protocol);
	const problems: Problem[] = [...draft.problems];
	const warnings: Problem[] = [...draft.warnings];
	if (draft.problems.length === 0) problems.push(...specProblems(draft.specText));
	if (!protocol) {
		problems.push(
			unknownWord(
				"protocol",
				"protocol",
				input.protocol,
				facts.protocols.map(({ id }) => id),
			),
		);
	}
	const options = protocol ? checkOptions(input.options, protocol) : null;
	const bindings = protocol ? checkBindings(input.bindings, { protocol, harnesses, doctor }) : null;
	const budgets = budgetsSchema.safeParse(input.budgets);
	const project =
		input.project === null
			? { success: true as const, data: draft.project }
			: projectConfigSchema.safeParse(input.project);
	problems.push(...(options?.problems ?? []), ...(bindings?.problems ?? []));
	warnings.push(...(bindings?.warnings ?? []), ...playedWarnings(input, bindings?.value ?? null));
	if (!budgets.success) problems.push(...problemsOf(budgets.error.issues, "budgets"));
	if (!project.success) problems.push(...problemsOf(project.error.issues, "project"));
	if (project.success) warnings.push(...machineWarnings(project.data, doctor));
	if (problems.length > 0 || !options?.value || !bindings?.value || !budgets.success || !project.success) {
		return { problems, warnings, resolved: null };
	}
	const resolved: ResolvedStart = {
		protocol: input.protocol,
		options: options.value,
		bindings: bindings.value,
		budgets: mergeBudgets(project.data.budgets, budgets.data),
		language: input.language,
		project: project.data,
		name: draft.name,
		specText: draft.specText,
	};
	return { problems, warnings, resolved };
}

/**
 * The same for those who act: the configuration, or all that is wrong with it in one error.
 * @throws DomainError `invalid_input`
 */
export function resolveStart(input: StartRunInput, facts: StartFacts): ResolvedStart {
	const { problems, resolved } = checkStart(input, facts);
	if (resolved) return resolved;
	throw new DomainError("invalid_input", [...new Set(problems.map(unrolled))].join("; "), problems);
}

/** The same trouble of every role is said once. */
function unrolled(problem: Problem): string {
	return sentence({ ...problem, where: problem.where.replace(/^bindings\.\w+\./, "") });
}

/** A stand-in plays its own story whatever the spec says; a person who pasted one should know. */
function playedWarnings(input: StartRunInput, bindings: Bindings | null): Problem[] {
	if (input.source.kind === "demo" || bindings === null) return [];
	const played = Object.entries(bindings).find(([, binding]) => binding.harness === "scripted");
	if (!played) return [];
	return [
		{
			where: `bindings.${played[0]}.harness`,
			what: "the scripted stand-in plays its scenario and doesn't read your spec",
			mend: "pick a real CLI, e.g. after `npm run harnesses:install -- codex`",
		},
	];
}

function machineWarnings(project: ProjectConfig, doctor: DoctorView | null): Problem[] {
	const warnings: Problem[] = [];
	if (doctor?.sandbox.level === "none") {
		warnings.push({
			where: "sandbox",
			what: "no sandbox works here: nothing can be accepted, integrity is suspect at best",
			...(doctor.sandbox.mend ? { mend: doctor.sandbox.mend } : {}),
		});
	}
	if (doctor && !doctor.browser.available && project.probes.length > 0) {
		warnings.push({
			where: "browser",
			what: "no browser was found: probes stay unavailable and prove nothing",
			...(doctor.browser.mend ? { mend: doctor.browser.mend } : {}),
		});
	}
	return warnings;
}
