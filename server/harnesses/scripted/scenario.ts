import { z } from "zod";
import { DomainError, problemsOf } from "../../domain/errors.ts";
import { severitySchema } from "../../domain/evidence.ts";
import { roleSchema } from "../../domain/role.ts";

/**
 * A scenario: what the scripted harness does, by role × loop × attempt. Plain JSON. Every step is an object with exactly
 * one key, the verb. What the agent says (message, reasoning, final, result, outbox, look, emit) may hold `{{path}}`
 * templates into the prompt's data, e.g. `{{issues[0].key}}`.
 */
const relativePath = z
	.string()
	.min(1)
	.refine((path) => !path.startsWith("/") && !path.split("/").includes(".."), "stay inside the workspace");
const text = z.union([z.string(), z.strictObject({ text: z.string() }).transform((value) => value.text)]);
const amount = (key: string) =>
	z.union([
		z.number().int().nonnegative(),
		z.strictObject({ [key]: z.number().int().nonnegative() }).transform((value) => value[key] as number),
	]);
const yes = z.union([z.literal(true), z.strictObject({})]).transform(() => true as const);

const finding = z.strictObject({
	id: z.string().min(1),
	title: z.string().min(1),
	severity: severitySchema,
	detail: z.string().default(""),
});

const derivedClaim = z.strictObject({
	/** a criterion id, or `acceptance` / `preserved` for each id of that list that no other claim names */
	id: z.string().min(1),
	statement: z.string().optional(),
	method: z.string().default("records of the runtime's own checks and probes"),
	/** refs or globs (`probe:board*`); `{id}` stands for the claim's id */
	records: z.array(z.string().min(1)),
	observedPass: z.string().default("as demanded"),
	observedFail: z.string().default("not as demanded"),
	impact: z.string().default(""),
	finding: finding.optional(),
});
export type DerivedClaim = z.infer<typeof derivedClaim>;
export type DerivedClaimInput = z.input<typeof derivedClaim>;

export const deriveSchema = z.strictObject({
	summary: z.string().default(""),
	claims: z.array(derivedClaim).default([]),
	/** `due`: only claims that are acceptance or preserved in this loop */
	scope: z.enum(["all", "due"]).default("all"),
	/** more claims, ids minted by the tester; always reported */
	mint: z.array(derivedClaim).default([]),
});
export type Derive = z.infer<typeof deriveSchema>;

const steps = {
	/** `content`, or the name of an entry of `files`, or base64 bytes */
	write: z
		.strictObject({
			path: relativePath,
			content: z.string().optional(),
			file: z.string().optional(),
			base64: z.string().optional(),
			mode: z.number().int().optional(),
			allowFailure: z.boolean().default(false),
		})
		.refine(
			(step) => [step.content, step.file, step.base64].filter((part) => part !== undefined).length === 1,
			"give one of content, file, base64",
		),
	/** every entry of `files` below `from/`, laid below `to` */
	copy: z.strictObject({ from: z.string().min(1), to: z.string().default("") }),
	replace: z.strictObject({ path: relativePath, find: z.string().min(1), with: z.string() }),
	delete: z.strictObject({ path: relativePath }),
	/** a shell command in the workspace; `record`: its output also goes to this file of the outbox */
	run: z.strictObject({
		command: z.string().min(1),
		background: z.boolean().default(false),
		allowFailure: z.boolean().default(false),
		record: z.string().optional(),
	}),
	/** a server of the agent's own, waited for and ended with the agent */
	serve: z.strictObject({ command: z.string().min(1), port: z.number().int().min(1).max(65535) }),
	/**
	 * a GET of the running candidate, reported as a tool call; or calls at the tester's browser, each a line behind
	 * `fuseline-look`, which become records `mediated:1`, `mediated:2`…
	 */
	look: z.union([
		z.strictObject({ path: z.string().startsWith("/"), contains: z.string().optional() }),
		z.array(z.string().min(1)).min(1),
	]),
	/** one line of the protocol */
	emit: z.strictObject({ event: z.record(z.string(), z.json()) }),
	/** one line as it is */
	raw: z.strictObject({ line: z.string() }),
	usage: z.strictObject({
		input: z.number().int().nonnegative(),
		cacheRead: z.number().int().nonnegative().default(0),
		cacheWrite: z.number().int().nonnegative().default(0),
		output: z.number().int().nonnegative(),
		reasoning: z.number().int().nonnegative().default(0),
		/** what the stand-in claims to have cost, US dollars */
		costUsd: z.number().nonnegative().optional(),
	}),
	/** memory that is taken bit by bit and held until the end; it stops growing at so much */
	grow: z.strictObject({
		megabytes: z.number().int().positive().max(2000),
		stepMegabytes: z.number().int().positive().max(64).default(8),
		everyMs: z.number().int().positive().default(20),
	}),
	message: text,
	reasoning: text,
	/** the role's answer, into `result.json` of the outbox (`to: "message"`: as the final message) */
	result: z
		.strictObject({
			json: z.json().optional(),
			text: z.string().optional(),
			derive: deriveSchema.optional(),
			to: z.enum(["outbox", "message"]).default("outbox"),
		})
		.refine(
			(step) => [step.json, step.text, step.derive].filter((part) => part !== undefined).length === 1,
			"give one of json, text, derive",
		),
	/** a further file in the outbox; `fromWorkspace`: a copy of that file */
	outbox: z.strictObject({
		path: relativePath,
		content: z.string().optional(),
		fromWorkspace: relativePath.optional(),
	}),
	final: text,
	/** milliseconds */
	sleep: amount("ms"),
	exit: amount("code"),
	/** SIGKILL to itself */
	crash: yes,
	hang: yes,
	flood: amount("bytes"),
	ignoreSignals: yes,
	/** a process that stays; `setsid`: in a session of its own */
	fork: z.strictObject({ command: z.string().min(1), setsid: z.boolean().default(false) }),
	misbehave: z.strictObject({
		kind: z.enum([
			"write-workspace",
			"write-outside",
			"remount",
			"close-stdout",
			"half-line",
			"invalid-utf8",
			"long-line",
		]),
		path: z.string().optional(),
		content: z.string().default("misbehaved\n"),
		bytes: z.number().int().positive().default(1_000_000),
	}),
};
export const stepNames = Object.keys(steps) as (keyof typeof steps)[];

type Steps = { [Name in keyof typeof steps]: z.infer<(typeof steps)[Name]> };
export type ScenarioStep = Partial<Steps>;
/** A step as verb and arguments. */
export type Verb = { [Name in keyof Steps]: { verb: Name; with: Steps[Name] } }[keyof Steps];

const optionalSteps = Object.fromEntries(
	Object.entries(steps).map(([name, schema]) => [name, schema.optional()]),
) as { [Name in keyof typeof steps]: z.ZodOptional<(typeof steps)[Name]> };

const stepSchema = z.strictObject(optionalSteps).superRefine((step, context) => {
	const count = Object.values(step).filter((value) => value !== undefined).length;
	if (count !== 1) context.addIssue({ code: "custom", message: `a step has exactly one verb, not ${count}` });
});

export const entrySchema = z.strictObject({
	role: z.union([roleSchema, z.literal("*")]),
	loop: z
		.union([z.number().int().positive(), z.literal("*"), z.array(z.number().int().positive()).min(1)])
		.default("*"),
	attempt: z.union([z.number().int().positive(), z.literal("*")]).default("*"),
	/** only where a session is (true) or isn't (false) resumed */
	resume: z.boolean().optional(),
	/** only where the call has a plan (true) or, as in `vanilla`, has none (false) */
	planned: z.boolean().optional(),
	steps: z.array(stepSchema),
});
export type ScenarioEntry = z.infer<typeof entrySchema>;

export const scenarioSchema = z.strictObject({
	id: z.string().min(1),
	title: z.string().default(""),
	/** file trees that `write` and `copy` refer to: path → content */
	files: z.record(z.string(), z.string()).default({}),
	entries: z.array(entrySchema).min(1),
});
export type Scenario = z.infer<typeof scenarioSchema>;
/** A scenario as it is written: defaults may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>;

/** Checks a scenario. Throws a DomainError that names every wrong place. */
export function parseScenario(value: unknown, where = "scenario"): Scenario {
	const parsed = scenarioSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	const problems = problemsOf(parsed.error.issues, where);
	const first = problems[0];
	throw new DomainError(
		"invalid_input",
		`The scenario is not valid: ${first?.where ?? where}: ${first?.what ?? ""}. Steps are ${stepNames.join(", ")}.`,
		problems,
	);
}

/** The verb of a checked step. */
export function verbOf(step: ScenarioStep): Verb {
	for (const verb of stepNames) if (step[verb] !== undefined) return { verb, with: step[verb] } as Verb;
	throw new DomainError("invalid_input", "A scenario step has no verb.");
}

/**
 * Most exact entry for a call, or null: a named loop before a list before `*`, then a named attempt before `*`, then a
 * named role; among equals the first.
 */
export function chooseEntry(
	scenario: Scenario,
	call: { role: string; loop: number; attempt: number; resumed: boolean; planned: boolean },
): { entry: ScenarioEntry; index: number } | null {
	let best: { entry: ScenarioEntry; index: number } | null = null;
	let bestScore = -1;
	scenario.entries.forEach((entry, index) => {
		if (entry.role !== "*" && entry.role !== call.role) return;
		if (entry.attempt !== "*" && entry.attempt !== call.attempt) return;
		if (entry.resume !== undefined && entry.resume !== call.resumed) return;
		if (entry.planned !== undefined && entry.planned !== call.planned) return;
		if (typeof entry.loop === "number" && entry.loop !== call.loop) return;
		if (Array.isArray(entry.loop) && !entry.loop.includes(call.loop)) return;
		const loopScore = typeof entry.loop === "number" ? 8 : Array.isArray(entry.loop) ? 4 : 0;
		const score =
			loopScore +
			(entry.attempt === "*" ? 0 : 2) +
			(entry.role === "*" ? 0 : 1) +
			(entry.resume === undefined ? 0 : 1) +
			(entry.planned === undefined ? 0 : 1);
		if (score > bestScore) {
			best = { entry, index };
			bestScore = score;
		}
	});
	return best;
}
