import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { endCauseSchema, type RunConfig, runConfigSchema, runStatusSchema } from "../domain/run.ts";
import { appendRunEvent } from "./events.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

const runRowSchema = z.object({
	id: z.string(),
	projectId: z.string(),
	projectName: z.string(),
	number: z.number(),
	status: runStatusSchema,
	endCause: endCauseSchema.nullable(),
	detail: z.string(),
	question: z.string().nullable(),
	protocol: z.string(),
	config: z.string().transform((text) => runConfigSchema.parse(JSON.parse(text))),
	configHash: z.string(),
	state: z.string().nullable(),
	pending: z.string().nullable(),
	createdAt: z.number(),
	startedAt: z.number().nullable(),
	endedAt: z.number().nullable(),
	runnerPid: z.number().nullable(),
	runnerStart: z.string().nullable(),
	crashes: z.number(),
	lastSeq: z.number(),
});
export type RunRow = z.infer<typeof runRowSchema>;

/** One run, or a DomainError `not_found`. */
export function readRun(store: Store, runId: string): RunRow {
	const row = store.db
		.prepare(
			"SELECT Run.*, Project.name AS projectName FROM Run JOIN Project ON Project.id = Run.projectId WHERE Run.id = ?",
		)
		.get(runId);
	if (!row) throw new DomainError("not_found", `There is no run ${runId}: list them with \`fuseline runs\`.`);
	return runRowSchema.parse(row);
}

/** The project of this source (or, for a pasted spec, of this name), made if it is new. */
export function ensureProject(store: Store, name: string, source: string | null): string {
	return store.transaction(() => {
		const found = (
			source === null
				? store.db.prepare("SELECT id FROM Project WHERE source IS NULL AND name = ?").get(name)
				: store.db.prepare("SELECT id FROM Project WHERE source = ?").get(source)
		) as { id: string } | undefined;
		if (found) return found.id;
		const id = newId();
		store.db
			.prepare("INSERT INTO Project (id, name, source, createdAt) VALUES (?, ?, ?, ?)")
			.run(id, name, source, Date.now());
		return id;
	});
}

/** Writes a queued run and its first events. The contents that the configuration names must be durable already. */
export function insertRun(store: Store, projectId: string, config: RunConfig, configHash: string): string {
	return store.transaction(() => {
		const id = newId();
		const project = store.db.prepare("SELECT name FROM Project WHERE id = ?").get(projectId) as {
			name: string;
		};
		const last = store.db
			.prepare("SELECT COALESCE(MAX(number), 0) AS number FROM Run WHERE projectId = ?")
			.get(projectId) as { number: number };
		const number = last.number + 1;
		store.db
			.prepare(
				"INSERT INTO Run (id, projectId, number, status, protocol, config, configHash, createdAt) VALUES (?, ?, ?, 'queued', ?, ?, ?, ?)",
			)
			.run(id, projectId, number, config.protocol, JSON.stringify(config), configHash, Date.now());
		appendRunEvent(store, id, {
			kind: "run.created",
			runId: id,
			number,
			projectId,
			projectName: project.name,
			protocol: config.protocol,
			options: config.options,
			bindings: config.bindings,
			configHash,
			budgets: config.budgets,
		});
		return id;
	});
}
