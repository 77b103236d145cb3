import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ProcessLedgerView, SweepResult } from "../../domain/process-view.ts";
import { procedure, router } from "../init.ts";
import { nothing } from "../inputs.ts";

/** The system doesn't tell when a process starts, grows or ends: while somebody looks, the daemon looks this often. */
const lookEveryMs = 2000;

export const processesRouter = router({
	list: procedure.input(nothing).query(({ ctx }): ProcessLedgerView => ctx.actions.processes()),
	watch: procedure.input(nothing).subscription(async function* ({ ctx, signal }) {
		while (!signal?.aborted) {
			yield ctx.actions.processes();
			// an aborted wait is the reader's leaving
			await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
		}
	}),
	end: procedure
		.input(z.strictObject({ pid: z.number().int().positive(), startTime: z.string().min(1).max(200) }))
		.mutation(
			({ ctx, input }): Promise<{ ended: number }> => ctx.actions.endProcess(input.pid, input.startTime),
		),
	stopAll: procedure
		.input(z.strictObject({ confirm: z.literal("stop all") }))
		.mutation(({ ctx }): Promise<SweepResult> => ctx.actions.stopAll()),
});
