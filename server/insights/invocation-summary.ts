import { errorKinds, invocationOutcomeSchema } from "../domain/outcome.ts";
import { roles } from "../domain/role.ts";
import type { InvocationSummary } from "../domain/views.ts";
import { optional, time, usageColumn, word } from "./columns.ts";
import type { Reads } from "./sources.ts";

export type InvocationRow = NonNullable<Awaited<ReturnType<Reads["invocation"]["findUnique"]>>>;

/** One call of a harness as lists show it. */
export function summarizeInvocation(row: InvocationRow, events: number): InvocationSummary {
	return {
		id: row.id,
		loop: row.loop,
		role: word(roles, row.role, "Invocation.role"),
		attempt: row.attempt,
		harness: row.harness,
		model: row.model,
		effort: row.effort,
		access: word(["read-only", "read-write"], row.access, "Invocation.access"),
		sandbox: word(["enforced", "none"], row.sandbox, "Invocation.sandbox"),
		resumesId: row.resumesId,
		sessionId: row.sessionId,
		startedAt: time(row.startedAt),
		endedAt: time(row.endedAt),
		outcome:
			row.outcome === null ? null : word(invocationOutcomeSchema.options, row.outcome, "Invocation.outcome"),
		errorKind: row.errorKind === null ? null : word(errorKinds, row.errorKind, "Invocation.errorKind"),
		message: row.message,
		exitCode: row.exitCode,
		signal: row.signal,
		endedBy: row.endedBy,
		usage: optional(usageColumn, row.usage, "Invocation.usage"),
		events,
	};
}
