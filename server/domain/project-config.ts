import { z } from "zod";
import { budgetsSchema } from "./budgets.ts";
import { slugSchema } from "./ids.ts";

/** What a spec demands. A `constraint` holds in every loop; a `criterion` is reached in its phase. */
export const criterionSchema = z.strictObject({
	id: slugSchema,
	statement: z.string().min(1).max(2000),
	kind: z.enum(["criterion", "constraint"]).default("criterion"),
	blocking: z.boolean().default(true),
});
export type Criterion = z.infer<typeof criterionSchema>;

export const phaseSchema = z.strictObject({
	id: slugSchema,
	title: z.string().min(1).max(200),
	criteria: z.array(criterionSchema).min(1),
});
export type Phase = z.infer<typeof phaseSchema>;

const environmentSchema = z.record(
	z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a variable name"),
	z.string(),
);

/** Runs before checks and `serve`, from the frozen candidate, cached by the content of `inputs`. */
export const setupSchema = z.strictObject({
	run: z.string().min(1),
	inputs: z.array(z.string().min(1)).min(1),
	/** folders that `run` makes and that are mounted under every copy, e.g. `node_modules` */
	outputs: z.array(z.string().min(1)).min(1),
	timeoutSeconds: z.number().int().min(1).max(3600).default(600),
});
export type Setup = z.infer<typeof setupSchema>;

/** The product's server: gets `PORT`, is ready when `GET readyPath` answers below 500. */
export const serveSchema = z.strictObject({
	run: z.string().min(1),
	readyPath: z.string().startsWith("/").default("/"),
	readyTimeoutSeconds: z.number().int().min(1).max(600).default(30),
	environment: environmentSchema.default({}),
});
export type Serve = z.infer<typeof serveSchema>;

/** A command that the runtime runs on the candidate; exit 0 is pass. Files named by `outputs` become records. */
export const checkSchema = z.strictObject({
	id: slugSchema,
	title: z.string().max(200).optional(),
	run: z.string().min(1),
	required: z.boolean().default(true),
	timeoutSeconds: z.number().int().min(1).max(3600).default(120),
	outputs: z.array(z.string().min(1)).default([]),
	environment: environmentSchema.default({}),
	criteria: z.array(slugSchema).default([]),
});
export type Check = z.infer<typeof checkSchema>;

export const probeStepSchema = z.discriminatedUnion("do", [
	z.strictObject({ do: z.literal("goto"), path: z.string().startsWith("/") }),
	z.strictObject({ do: z.literal("click"), selector: z.string().min(1) }),
	z.strictObject({ do: z.literal("fill"), selector: z.string().min(1), text: z.string() }),
	z.strictObject({ do: z.literal("press"), key: z.string().min(1), selector: z.string().min(1).optional() }),
	/** waits for a selector, an expression that becomes true, or a fixed time */
	z.strictObject({
		do: z.literal("wait"),
		selector: z.string().min(1).optional(),
		expression: z.string().min(1).optional(),
		milliseconds: z.number().int().min(0).max(60_000).optional(),
	}),
	/** evaluates in the page; the value becomes a `runtime_state` record; with `equals` a different value fails the probe */
	z.strictObject({
		do: z.literal("evaluate"),
		name: slugSchema,
		expression: z.string().min(1),
		equals: z.json().optional(),
	}),
	/** an extra picture in mid-way; the last state is always photographed */
	z.strictObject({ do: z.literal("screenshot"), name: slugSchema }),
]);
export type ProbeStep = z.infer<typeof probeStepSchema>;

/** A scripted visit by the runtime's own browser. */
export const probeSchema = z.strictObject({
	id: slugSchema,
	title: z.string().max(200).optional(),
	path: z.string().startsWith("/").default("/"),
	viewport: z
		.strictObject({ width: z.number().int().min(200).max(3840), height: z.number().int().min(200).max(2160) })
		.default({ width: 1280, height: 800 }),
	repeat: z.number().int().min(1).max(5).default(1),
	required: z.boolean().default(true),
	failOnConsoleError: z.boolean().default(true),
	timeoutSeconds: z.number().int().min(1).max(300).default(30),
	steps: z.array(probeStepSchema).max(100).default([]),
	criteria: z.array(slugSchema).default([]),
});
export type Probe = z.infer<typeof probeSchema>;

/** What a planner may propose where `fuseline.json` is silent. */
export const proposalSchema = z.strictObject({
	phases: z.array(phaseSchema).optional(),
	setup: setupSchema.optional(),
	serve: serveSchema.optional(),
	checks: z.array(checkSchema).optional(),
	probes: z.array(probeSchema).optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** `fuseline.json`: beside the spec, all of it optional. */
export const projectConfigSchema = z
	.strictObject({
		$schema: z.string().optional(),
		name: z.string().min(1).max(80).optional(),
		/** path of the spec inside the folder */
		spec: z.string().min(1).default("spec.md"),
		phases: z.array(phaseSchema).default([]),
		setup: setupSchema.optional(),
		serve: serveSchema.optional(),
		checks: z.array(checkSchema).default([]),
		probes: z.array(probeSchema).default([]),
		budgets: budgetsSchema.default({}),
		/** more patterns that stay out of a candidate, beside the built-in policy */
		ignore: z.array(z.string().min(1)).default([]),
	})
	.superRefine((config, context) => {
		for (const [list, ids] of [
			["checks", config.checks.map((check) => check.id)],
			["probes", config.probes.map((probe) => probe.id)],
			["phases", config.phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id))],
		] as const) {
			const seen = new Set<string>();
			ids.forEach((id, index) => {
				if (seen.has(id)) {
					context.addIssue({
						code: "custom",
						path: list === "phases" ? ["phases"] : [list, index, "id"],
						message: `the id "${id}" is used twice`,
					});
				}
				seen.add(id);
			});
		}
		const known = new Set(config.phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id)));
		// without phases the planner proposes criteria, and nobody knows their ids yet
		if (known.size === 0) return;
		for (const list of ["checks", "probes"] as const) {
			config[list].forEach((item, index) => {
				item.criteria.forEach((id, place) => {
					if (known.has(id)) return;
					context.addIssue({
						code: "custom",
						path: [list, index, "criteria", place],
						message: `no phase has a criterion "${id}"`,
					});
				});
			});
		}
	});
export type ProjectConfig = z.infer<typeof projectConfigSchema>;

/** Spec text: Markdown, not empty, at most 1 MiB (a prompt that no model could read is a mistake, not a spec). */
export const specLimitBytes = 1024 * 1024;
