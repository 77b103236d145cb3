import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { ulidSchema } from "../../domain/ids.ts";
import { type Retention, retentionSchema } from "../../domain/retention.ts";
import type { DiskView, GcReport } from "../../domain/upkeep-views.ts";
import { readCandidate } from "../../store/candidate-rows.ts";
import type { Store } from "../../store/open.ts";
import { type PinKind, pin, unpin } from "../../store/pins.ts";
import { refuseRemoved } from "../../store/removals.ts";
import { readRetention, writeRetention } from "../../store/retention-setting.ts";
import { readLiveness } from "../../store/run-heads.ts";
import { procedure, router } from "../init.ts";

const target = z.strictObject({ kind: z.enum(["run", "candidate"]), id: ulidSchema });

/** The data directory: what it holds, what may go, what is kept for ever. */
export const upkeepRouter = router({
	disk: procedure
		.input(z.strictObject({ fresh: z.boolean() }))
		.query(({ ctx, input }): Promise<DiskView> => ctx.actions.disk(input.fresh)),
	retention: procedure.query(({ ctx }): Retention => readRetention(ctx.store)),
	setRetention: procedure
		.input(retentionSchema)
		.mutation(({ ctx, input }) => writeRetention(ctx.store, input)),
	/** what a gc with this policy would take now */
	plan: procedure
		.input(retentionSchema)
		.query(({ ctx, input }): Promise<GcReport> => ctx.actions.gc({ dryRun: true, policy: input })),
	gc: procedure
		.input(retentionSchema)
		.mutation(({ ctx, input }): Promise<GcReport> => ctx.actions.gc({ dryRun: false, policy: input })),
	pin: procedure
		.input(target.extend({ note: z.string().max(500).default("") }))
		.mutation(({ ctx, input }) => {
			refuseUnknown(ctx.store, input.kind, input.id);
			pin(ctx.store, input.kind, input.id, input.note);
		}),
	unpin: procedure.input(target).mutation(({ ctx, input }) => unpin(ctx.store, input.kind, input.id)),
});

function refuseUnknown(store: Store, kind: PinKind, id: string): void {
	const found = kind === "run" ? readLiveness(store, id) : readCandidate(store, id);
	if (!found) throw new DomainError("not_found", `There is no ${kind} ${id}.`);
	if (kind === "candidate") refuseRemoved(store, id);
}
