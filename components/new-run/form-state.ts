import { type Budgets, flatBudgets, nestBudgets } from "@/server/domain/budgets.ts";
import type { ProjectConfig } from "@/server/domain/project-config.ts";
import type { ProtocolDefinition } from "@/server/domain/protocol.ts";
import { type Role, roles } from "@/server/domain/role.ts";
import type { StartRunInput } from "@/server/domain/run.ts";
import type { NewRunView } from "@/server/domain/views.ts";

export interface Player {
	harness: string;
	/** "" = the harness's own default */
	model: string;
	effort: string;
	settings: Record<string, unknown>;
}

/** Everything that the form holds: texts as typed, of all kinds of source, so that switching back loses nothing. */
export interface FormState {
	kind: "spec" | "folder" | "demo";
	name: string;
	text: string;
	path: string;
	demo: string;
	protocol: string;
	options: Record<string, unknown>;
	players: Partial<Record<Role, Player>>;
	/** as typed, by place (`perRole.developer.tokens`); "" = no limit of its own */
	budgets: Record<string, string>;
	language: StartRunInput["language"];
	/** as edited here; null = what the source says */
	project: ProjectConfig | null;
}

/** An empty form with what this machine suggests. */
export function initialForm(start: Pick<NewRunView, "defaults" | "demos">): FormState {
	return {
		kind: "spec",
		name: "",
		text: "",
		path: "",
		demo: start.demos[0]?.id ?? "",
		protocol: start.defaults.protocol,
		options: { ...start.defaults.options },
		players: playersFrom(start.defaults.bindings),
		budgets: {},
		language: "en",
		project: null,
	};
}

/** The form of a run that exists ("copy settings"). */
export function formFromSettings(
	settings: StartRunInput,
	start: Pick<NewRunView, "defaults" | "demos">,
): FormState {
	const { source } = settings;
	const empty = initialForm(start);
	return {
		...empty,
		kind: source.kind,
		name: source.kind === "spec" ? source.name : "",
		text: source.kind === "spec" ? source.text : "",
		path: source.kind === "folder" ? source.path : "",
		demo: source.kind === "demo" ? source.id : empty.demo,
		protocol: settings.protocol,
		options: { ...empty.options, ...settings.options },
		players: { ...empty.players, ...playersFrom(settings.bindings) },
		budgets: typedBudgets(settings.budgets),
		language: settings.language,
		project: settings.project as ProjectConfig | null,
	};
}

/** A bundled project plays by its script; elsewhere a scripted player would have nothing to say. */
export function withDemo(form: FormState, settings: StartRunInput): FormState {
	if (settings.source.kind !== "demo") return form;
	return {
		...form,
		kind: "demo",
		demo: settings.source.id,
		protocol: settings.protocol,
		options: { ...form.options, ...settings.options },
		players: { ...form.players, ...playersFrom(settings.bindings) },
		project: null,
	};
}

function playersFrom(bindings: Readonly<Record<string, unknown>>): FormState["players"] {
	const players: FormState["players"] = {};
	for (const role of roles) {
		const binding = bindings[role];
		if (typeof binding !== "object" || binding === null) continue;
		const { harness, model, effort, settings } = binding as Record<string, unknown>;
		players[role] = {
			harness: String(harness),
			model: typeof model === "string" ? model : "",
			effort: typeof effort === "string" ? effort : "",
			settings: typeof settings === "object" && settings !== null ? { ...settings } : {},
		};
	}
	return players;
}

/** What is sent to start (and, while typing, to be checked). Only what the protocol reads. */
export function toStartInput(form: FormState, protocol: ProtocolDefinition | undefined): StartRunInput {
	const bindings: Record<string, unknown> = {};
	for (const { role, access } of protocol?.roles ?? []) {
		const player = form.players[role];
		if (!player) continue;
		bindings[role] = {
			harness: player.harness,
			model: player.model.trim() || null,
			effort: player.effort || null,
			access,
			settings: player.settings,
		};
	}
	return {
		source: sourceOf(form),
		protocol: form.protocol,
		options: Object.fromEntries((protocol?.options ?? []).map(({ key }) => [key, form.options[key]])),
		bindings,
		budgets: nestBudgets(
			Object.fromEntries(
				Object.entries(form.budgets)
					.filter(([, limit]) => limit.trim() !== "")
					.map(([name, limit]) => [name, numberOr(limit)]),
			),
		),
		language: form.language,
		project: form.project,
	} as StartRunInput;
}

/** A pasted spec's project is named by its first heading unless the person named it. */
export function sourceOf(form: FormState): StartRunInput["source"] {
	if (form.kind === "folder") return { kind: "folder", path: form.path.trim() };
	if (form.kind === "demo") return { kind: "demo", id: form.demo };
	return { kind: "spec", name: form.name.trim() || nameFromSpec(form.text), text: form.text };
}

export function nameFromSpec(text: string): string {
	const heading = /^#+\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0] ?? "";
	const slug = heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, "-")
		.replace(/^-+|-+$/g, "")
		.slice(0, 60);
	return slug || "untitled";
}

/** What can't be read as a number goes as it is: the server says what is wrong with it. */
function numberOr(text: string): number | string {
	const value = Number(text.replaceAll(/[\s_]/g, ""));
	return Number.isFinite(value) ? value : text;
}

function typedBudgets(budgets: StartRunInput["budgets"]): FormState["budgets"] {
	const typed: FormState["budgets"] = {};
	for (const [place, limit] of Object.entries(flatBudgets(budgets as Budgets))) typed[place] = String(limit);
	if (typeof budgets.onExhausted === "string") typed.onExhausted = budgets.onExhausted;
	return typed;
}
