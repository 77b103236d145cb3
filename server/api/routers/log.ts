import { tracked } from "@trpc/server";
import { z } from "zod";
import { ulidSchema } from "../../domain/ids.ts";
import type { LogEntry, LogPage } from "../../domain/views.ts";
import { readLogPage } from "../../insights/log-page.ts";
import { readLog } from "../../store/event-reads.ts";
import { type Found, findInLog } from "../../store/find-in-log.ts";
import { procedure, router } from "../init.ts";
import { cursor, cursorOf, runInput } from "../inputs.ts";
import { nudged } from "../nudged.ts";

const batch = 500;
const logInput = runInput.extend({ invocationId: ulidSchema.nullable() });
const seq = z.number().int().min(0).nullable();

export const logRouter = router({
	page: procedure
		.input(
			logInput.extend({
				types: z.array(z.string()).max(30).optional(),
				before: seq,
				after: seq,
				/** index of the first row instead of a seq, for scrolling by position */
				offset: z.number().int().min(0).optional(),
				limit: z.number().int().min(1).max(1000),
			}),
		)
		.query(({ ctx, input }): LogPage => readLogPage(ctx.store, input)),

	/** Where words stand in a log, as seqs. */
	find: procedure
		.input(
			logInput.extend({
				types: z.array(z.string()).max(30).optional(),
				words: z.string().trim().min(1).max(200),
			}),
		)
		.query(({ ctx, input: { words, ...scope }, signal }): Promise<Found> => {
			return findInLog(ctx.store, scope, words, signal);
		}),

	/** Batches of what came after the cursor. */
	watch: procedure.input(logInput.extend(cursor)).subscription(async function* ({ ctx, input, signal }) {
		const news = nudged(ctx.bus, input.runId, signal);
		const scope = { runId: input.runId, invocationId: input.invocationId };
		let seen = cursorOf(input);
		try {
			while (await news.turn()) {
				for (let full = true; full && !signal?.aborted; ) {
					const entries: LogEntry[] = readLog(ctx.store, scope, { after: seen, limit: batch });
					seen = entries.at(-1)?.seq ?? seen;
					if (entries.length > 0) yield tracked(String(seen), entries);
					full = entries.length === batch;
				}
			}
		} finally {
			news.close();
		}
	}),
});
