import { z } from "zod";
import type { ErrorKind, InvocationOutcome } from "../domain/outcome.ts";
import { type Access, type Role, roleSchema } from "../domain/role.ts";
import { type Usage, usageSchema } from "../domain/usage.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

export interface NewInvocation {
	runId: string;
	loop: number;
	stepKey: string;
	examinationId: string | null;
	role: Role;
	attempt: number;
	harness: string;
	model: string | null;
	effort: string | null;
	access: Access;
	sandbox: "enforced" | "none";
	resumesId: string | null;
	promptSha256: string;
	/** name → content hash of everything that went into the prompt */
	inputs: { name: string; sha256: string }[];
	argv: string[];
}

const recordSchema = z.object({
	id: z.string(),
	stepKey: z.string(),
	loop: z.number(),
	role: roleSchema,
	attempt: z.number(),
	sessionId: z.string().nullable(),
	harness: z.string(),
	endedAt: z.number().nullable(),
	outcome: z.string().nullable(),
	errorKind: z.string().nullable(),
	message: z.string().nullable(),
	result: z.string().nullable(),
	finalMessage: z.string().nullable(),
	promptSha256: z.string(),
	usage: z
		.string()
		.nullable()
		.transform((text) => (text === null ? null : usageSchema.parse(JSON.parse(text)))),
	usageCounter: z
		.string()
		.nullable()
		.transform((text) => (text === null ? null : (JSON.parse(text) as unknown))),
	startedAt: z.number(),
	pidStart: z.string().nullable(),
});
export type InvocationRecord = z.infer<typeof recordSchema>;

/** Writes the call before its process exists. Returns its id, which is also the marker of its processes. */
export function insertInvocation(store: Store, call: NewInvocation): string {
	const id = newId();
	store.db
		.prepare(
			`INSERT INTO Invocation (id, runId, loop, stepKey, examinationId, role, attempt, harness, model, effort, access,
			sandbox, resumesId, promptSha256, inputs, argv, startedAt)
			VALUES (@id, @runId, @loop, @stepKey, @examinationId, @role, @attempt, @harness, @model, @effort, @access,
			@sandbox, @resumesId, @promptSha256, @inputs, @argv, @startedAt)`,
		)
		.run({
			...call,
			id,
			inputs: JSON.stringify(call.inputs),
			argv: JSON.stringify(call.argv),
			startedAt: Date.now(),
		});
	return id;
}

/** The command line, known only after the id is (its paths hold the id). */
export function setInvocationArgv(store: Store, id: string, argv: string[]): void {
	store.db.prepare("UPDATE Invocation SET argv = ? WHERE id = ?").run(JSON.stringify(argv), id);
}

export function setInvocationProcess(store: Store, id: string, pid: number, pidStart: string): void {
	store.db.prepare("UPDATE Invocation SET pid = ?, pidStart = ? WHERE id = ?").run(pid, pidStart, id);
}

/** Known early, so that a call that is cut can be continued. */
export function setInvocationSession(store: Store, id: string, sessionId: string): void {
	store.db.prepare("UPDATE Invocation SET sessionId = ? WHERE id = ?").run(sessionId, id);
}

export interface InvocationEnd {
	exitCode: number | null;
	signal: string | null;
	endedBy: string | null;
	outcome: InvocationOutcome;
	errorKind: ErrorKind | null;
	message: string | null;
	usage: Usage | null;
	usageCounter: unknown;
	sessionId: string | null;
	result: string | null;
	finalMessage: string | null;
	stdoutSha256: string | null;
	stderrSha256: string | null;
	stdoutBytes: number | null;
}

/** A call that was cut tells no counter: that of the call whose session it went on with stays the newest known. */
export function endInvocation(store: Store, id: string, end: InvocationEnd): void {
	store.db
		.prepare(
			`UPDATE Invocation SET endedAt = @endedAt, exitCode = @exitCode, signal = @signal, endedBy = @endedBy,
			outcome = @outcome, errorKind = @errorKind, message = @message, usage = @usage,
			usageCounter = COALESCE(@usageCounter, (SELECT usageCounter FROM Invocation before WHERE before.id = Invocation.resumesId)),
			sessionId = COALESCE(@sessionId, sessionId), result = @result, finalMessage = @finalMessage,
			stdoutSha256 = @stdoutSha256, stderrSha256 = @stderrSha256, stdoutBytes = @stdoutBytes WHERE id = @id`,
		)
		.run({
			...end,
			id,
			endedAt: Date.now(),
			usage: end.usage === null ? null : JSON.stringify(end.usage),
			usageCounter: end.usageCounter == null ? null : JSON.stringify(end.usageCounter),
		});
}

/** Calls of one step, oldest first. */
export function invocationsOfStep(store: Store, runId: string, stepKey: string): InvocationRecord[] {
	return store.db
		.prepare("SELECT * FROM Invocation WHERE runId = ? AND stepKey = ? ORDER BY id")
		.all(runId, stepKey)
		.map((row) => recordSchema.parse(row));
}

export interface BudgetedCall {
	role: Role;
	loop: number;
	usage: Usage | null;
	startedAt: number;
	endedAt: number | null;
}

/** Every call that a run has begun, oldest first, for budgets; those that people asked for beside the run are left out. */
export function callsForBudgets(store: Store, runId: string): BudgetedCall[] {
	const rows = store.db
		.prepare(
			`SELECT i.role, i.loop, i.usage, i.startedAt, i.endedAt FROM Invocation i
			LEFT JOIN Examination e ON e.id = i.examinationId
			WHERE i.runId = ? AND (e.id IS NULL OR e.official = 1) ORDER BY i.id`,
		)
		.all(runId) as (Omit<BudgetedCall, "usage"> & { usage: string | null })[];
	return rows.map((row) => ({
		...row,
		usage: row.usage === null ? null : usageSchema.parse(JSON.parse(row.usage)),
	}));
}
