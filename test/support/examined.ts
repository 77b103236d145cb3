import type { World } from "./world.ts";

/** What the database says of the official examination of a loop. */
export function examined(world: World, runId: string, loop: number) {
	const examination = world.store.db
		.prepare(
			"SELECT id, verdict, changes, report FROM Examination WHERE runId = ? AND loop = ? AND official = 1",
		)
		.get(runId, loop) as { id: string; verdict: string; changes: string; report: string | null };
	const claims = world.store.db
		.prepare(
			"SELECT claimId AS id, verdict, gapReason FROM Claim JOIN Assessment ON Assessment.claimRow = Claim.id WHERE examinationId = ?",
		)
		.all(examination.id) as { id: string; verdict: string; gapReason: string | null }[];
	return {
		verdict: JSON.parse(examination.verdict) as { status: string; integrity: string; contract: string },
		changes: JSON.parse(examination.changes) as { path: string; change: string; violation: boolean }[],
		claims: Object.fromEntries(claims.map((claim) => [claim.id, claim.gapReason ?? claim.verdict])),
	};
}

/** Tool calls of a role, in order, as its CLI reported them. */
export function toolCalls(world: World, runId: string, role: string) {
	const rows = world.store.db
		.prepare(
			`SELECT Event.data FROM Event JOIN Invocation ON Invocation.id = Event.invocationId
			WHERE Event.runId = ? AND Invocation.role = ? AND Event.kind = 'tool_ended' ORDER BY Event.seq`,
		)
		.all(runId, role) as { data: string }[];
	return rows.map((row) => JSON.parse(row.data) as { name: string; ok: boolean; output: string });
}
