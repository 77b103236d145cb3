import { tracked } from "@trpc/server";
import { z } from "zod";
import { budgetsSchema } from "../../domain/budgets.ts";
import { ulidSchema } from "../../domain/ids.ts";
import { startRunInputSchema } from "../../domain/run.ts";
import type { StoredRunEvent } from "../../domain/run-event.ts";
import type { RunView } from "../../domain/run-view.ts";
import { resolveRun } from "../../insights/resolve.ts";
import { listRuns, runListInput } from "../../insights/run-list.ts";
import { runSettings } from "../../insights/run-settings.ts";
import { type RunSummary, readRunSummary } from "../../insights/run-summary.ts";
import { runViewOf } from "../../insights/run-view-cache.ts";
import { readRunEvents } from "../../store/events.ts";
import { procedure, router } from "../init.ts";
import { cursor, cursorOf, runInput } from "../inputs.ts";
import { nudged } from "../nudged.ts";

const batch = 500;

export const runsRouter = router({
	list: procedure.input(runListInput).query(({ ctx, input }) => listRuns(ctx, input)),
	view: procedure.input(runInput).query(async ({ ctx, input }): Promise<{ view: RunView }> => {
		return { view: await runViewOf(ctx.store, input.runId) };
	}),
	resolve: procedure
		.input(z.strictObject({ reference: z.string().max(200) }))
		.query(({ ctx, input }): Promise<{ runId: string }> => resolveRun(ctx.reads, input.reference)),
	settings: procedure.input(runInput).query(({ ctx, input }) => runSettings(ctx, input.runId)),
	summary: procedure
		.input(runInput)
		.query(
			({ ctx, input }): Promise<RunSummary> =>
				readRunSummary(ctx, input.runId, (projectId, sha256) =>
					ctx.actions.extractContent(projectId, input.runId, sha256, "png"),
				),
		),
	events: procedure
		.input(runInput.extend({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
		.query(({ ctx, input }): StoredRunEvent[] =>
			readRunEvents(ctx.store, input.runId, input.after, input.limit),
		),

	start: procedure
		.input(startRunInputSchema)
		.mutation(({ ctx, input }): Promise<{ runId: string }> => ctx.actions.startRun(input)),
	pause: procedure
		.input(runInput)
		.mutation(({ ctx, input }) => ctx.actions.command(input.runId, "pause", "")),
	resume: procedure
		.input(runInput)
		.mutation(({ ctx, input }) => ctx.actions.command(input.runId, "resume", "")),
	raiseBudget: procedure
		.input(runInput.extend({ budgets: budgetsSchema, resume: z.boolean() }))
		.mutation(({ ctx, input }) => ctx.actions.raiseBudget(input.runId, input.budgets, input.resume)),
	stop: procedure.input(runInput).mutation(({ ctx, input }) => ctx.actions.command(input.runId, "stop", "")),
	answer: procedure
		.input(z.strictObject({ runId: ulidSchema, text: z.string().trim().min(1).max(20_000) }))
		.mutation(({ ctx, input }) => ctx.actions.command(input.runId, "answer", input.text)),

	/** History and live the same way: read after the cursor, then wait for the nudge. */
	watch: procedure.input(runInput.extend(cursor)).subscription(async function* ({ ctx, input, signal }) {
		const news = nudged(ctx.bus, input.runId, signal);
		let seen = cursorOf(input);
		try {
			while (await news.turn()) {
				for (let full = true; full && !signal?.aborted; ) {
					const events = readRunEvents(ctx.store, input.runId, seen, batch);
					for (const event of events) yield tracked(String(event.seq), event);
					seen = events.at(-1)?.seq ?? seen;
					full = events.length === batch;
				}
			}
		} finally {
			news.close();
		}
	}),
});
