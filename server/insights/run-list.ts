import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { type RunStatus, runStatuses } from "../domain/run.ts";
import { runUsage } from "../domain/run-totals.ts";
import type { RunView } from "../domain/run-view.ts";
import { totalTokens } from "../domain/usage-sum.ts";
import type { RunListRow } from "../domain/views.ts";
import { runViewOf } from "./run-view-cache.ts";
import type { Sources } from "./sources.ts";

/** Filters for people beside the single states. */
const groups = {
	live: ["queued", "running", "pausing", "stopping", "waiting"],
	attention: ["needs_input", "paused", "suspended", "quarantined"],
} as const satisfies Record<string, readonly RunStatus[]>;

export const runListInput = z.strictObject({
	limit: z.number().int().min(1).max(50),
	cursor: z.string().nullish(),
	project: z.string().nullish(),
	state: z.enum([...runStatuses, "live", "attention"]).nullish(),
});
type RunListInput = z.infer<typeof runListInput>;

/** Newest first; the cursor is the last row's place (`createdAt:id`), so new runs shift no page. */
export async function listRuns(
	sources: Sources,
	input: RunListInput,
): Promise<{ rows: RunListRow[]; next: string | null }> {
	const before = input.cursor ? parseCursor(input.cursor) : null;
	const runs = await sources.reads.run.findMany({
		where: {
			...(input.project ? { OR: [{ projectId: input.project }, { project: { name: input.project } }] } : {}),
			...(input.state ? { status: { in: statesOf(input.state) } } : {}),
			...(before
				? {
						AND: {
							OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }],
						},
					}
				: {}),
		},
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: input.limit + 1,
		select: { id: true, createdAt: true },
	});
	const page = runs.slice(0, input.limit);
	const last = page.at(-1);
	return {
		rows: await Promise.all(page.map(async (run) => rowOf(await runViewOf(sources.store, run.id)))),
		next: runs.length > input.limit && last ? `${last.createdAt}:${last.id}` : null,
	};
}

function statesOf(state: RunStatus | keyof typeof groups): RunStatus[] {
	return state === "live" || state === "attention" ? [...groups[state]] : [state];
}

function parseCursor(cursor: string): { at: bigint; id: string } {
	const match = /^(\d{1,16}):([0-9A-Z]{26})$/.exec(cursor);
	if (!match) throw new DomainError("invalid_input", "the cursor isn't one that this list gave out");
	return { at: BigInt(match[1] as string), id: match[2] as string };
}

/** One row of the Runs table from a folded run. */
export function rowOf(view: RunView): RunListRow {
	const usage = runUsage(view);
	return {
		runId: view.runId,
		number: view.number,
		projectId: view.projectId,
		projectName: view.projectName,
		protocol: view.protocol,
		bindings: view.bindings,
		status: view.status,
		endCause: view.endCause,
		detail: view.detail,
		stage: view.stages.find((stage) => stage.state === "active")?.stage ?? null,
		loop: view.loop,
		loops: view.options.loops,
		trajectory: view.trajectory,
		tokens: totalTokens(usage),
		tokensOrigin: usage?.origin ?? null,
		costUsd: usage?.costUsd ?? null,
		verdict: view.rows.findLast((row) => row.verdict !== null)?.verdict ?? null,
		createdAt: view.createdAt,
		startedAt: view.startedAt,
		endedAt: view.endedAt,
		activeMs: view.activeMs,
		activeSince: view.activeSince,
		seq: view.seq,
	};
}
