import type { DoctorView, HarnessStatus } from "../domain/doctor-view.ts";
import { DomainError, type Problem, problemsOf, sentence } from "../domain/errors.ts";
import type { HarnessDefinition } from "../domain/harness.ts";
import { mcpServerProblems, noMcp } from "../domain/mcp-servers.ts";
import type { ProtocolDefinition } from "../domain/protocol.ts";
import { type Binding, type Bindings, bindingSchema, mayWrite, type Role } from "../domain/role.ts";
import { unknownWord } from "./did-you-mean.ts";

interface HarnessFacts {
	harnesses: readonly HarnessDefinition[];
	doctor: DoctorView | null;
}

interface BindingFacts extends HarnessFacts {
	protocol: ProtocolDefinition;
}

/**
 * The tester of an examination that a person asks for, by the same rules as one of a run.
 * @throws DomainError `invalid_input`
 */
export function resolveTester(input: unknown, facts: HarnessFacts): Binding {
	const { value, problems } = checkBinding("tester", "read-only", input, facts);
	if (value && problems.length === 0) return value;
	throw new DomainError("invalid_input", problems.map(sentence).join("; "), problems);
}

/** Who plays which role: every role of the protocol and no other, each with a harness that can do it here. */
export function checkBindings(
	input: Readonly<Record<string, unknown>>,
	facts: BindingFacts,
): { problems: Problem[]; warnings: Problem[]; value: Bindings | null } {
	const { protocol } = facts;
	const known: readonly string[] = protocol.roles.map(({ role }) => role);
	const problems = Object.keys(input)
		.filter((role) => !known.includes(role))
		.map((role) => unknownWord(`bindings.${role}`, `role of ${protocol.id}`, role, known));
	const warnings: Problem[] = [];
	const value: Bindings = {};
	for (const { role, access } of protocol.roles) {
		const checked = checkBinding(role, access, Object.hasOwn(input, role) ? input[role] : undefined, facts);
		problems.push(...checked.problems);
		warnings.push(...checked.warnings);
		if (checked.value) value[role] = checked.value;
	}
	return { problems, warnings, value: problems.length === 0 ? value : null };
}

function checkBinding(
	role: Role,
	access: Binding["access"],
	input: unknown,
	facts: HarnessFacts,
): { problems: Problem[]; warnings: Problem[]; value: Binding | null } {
	const where = `bindings.${role}`;
	const fail = (...problems: Problem[]) => ({ problems, warnings: [], value: null });
	if (input === undefined || input === null) {
		return fail({ where, what: `the ${role} has no harness`, mend: `bind it, e.g. --role ${role}=codex` });
	}
	const parsed = bindingSchema.safeParse(typeof input === "object" ? { access, ...input } : input);
	if (!parsed.success) return fail(...problemsOf(parsed.error.issues, where));
	const binding = parsed.data;
	if (binding.access !== access) return fail(accessProblem(role, access, where));
	const harness = facts.harnesses.find(({ id }) => id === binding.harness);
	if (!harness) {
		return fail(
			unknownWord(
				`${where}.harness`,
				"harness",
				binding.harness,
				facts.harnesses.map(({ id }) => id),
			),
		);
	}
	const status = facts.doctor?.harnesses.find(({ id }) => id === harness.id);
	const problems = [
		...fitProblems(binding, harness, status, where),
		...settingsProblems(binding, harness, where),
	];
	return { problems, warnings: loginWarnings(status, where), value: problems.length === 0 ? binding : null };
}

function accessProblem(role: Role, access: Binding["access"], where: string): Problem {
	const what = mayWrite[role]
		? `the ${role} has to be ${access}: it is the one that changes the workspace`
		: `the ${role} can't be read-write: only the developer may change the workspace`;
	return { where: `${where}.access`, what, mend: `use "${access}"` };
}

function fitProblems(
	binding: Binding,
	harness: HarnessDefinition,
	status: HarnessStatus | undefined,
	where: string,
): Problem[] {
	const problems: Problem[] = [];
	if (status && !status.installed) {
		const mend = status.installHint ?? `install ${harness.title}, or choose another harness`;
		problems.push({ where: `${where}.harness`, what: `${harness.title} isn't installed`, mend });
	}
	if (harness.modelRequired && binding.model === null) {
		problems.push({ where: `${where}.model`, what: `${harness.title} needs one: ${harness.modelHint}` });
	}
	const scenarios = status?.scenarios.map(({ id }) => id) ?? [];
	if (scenarios.length > 0) problems.push(...scenarioProblems(binding, scenarios, where));
	if (binding.effort !== null && !harness.efforts.includes(binding.effort)) {
		problems.push(
			unknownWord(`${where}.effort`, `effort of ${harness.title}`, binding.effort, harness.efforts),
		);
	}
	return problems;
}

/** A scenario is one that we ship, the absolute path of a file, or given whole in the settings. */
function scenarioProblems(binding: Binding, scenarios: string[], where: string): Problem[] {
	const { model, settings } = binding;
	if (settings.scenario !== undefined || model?.startsWith("/") || (model && scenarios.includes(model)))
		return [];
	if (model !== null) return [unknownWord(`${where}.model`, "scenario", model, scenarios)];
	return [
		{ where: `${where}.model`, what: "a scenario is needed", mend: `use one of ${scenarios.join(", ")}` },
	];
}

function settingsProblems(binding: Binding, harness: HarnessDefinition, where: string): Problem[] {
	const servers = binding.settings.mcpServers;
	if (servers !== undefined && !harness.capabilities.mcp) {
		return [{ where: `${where}.settings.mcpServers`, what: noMcp(harness.title) }];
	}
	const wrong = mcpServerProblems(binding.settings, binding.access);
	if (wrong.length > 0) {
		return wrong.map(({ path, message }) => ({
			where: [where, "settings", ...path].join("."),
			what: message,
		}));
	}
	const parsed = harness.settings.safeParse(binding.settings);
	return parsed.success ? [] : problemsOf(parsed.error.issues, `${where}.settings`);
}

function loginWarnings(status: HarnessStatus | undefined, where: string): Problem[] {
	if (status?.login !== "no") return [];
	const what = `${status.title} isn't logged in: the run will pause and ask`;
	return [{ where: `${where}.harness`, what, ...(status.loginHint ? { mend: status.loginHint } : {}) }];
}
