import { z } from "zod";
import type { LoopView } from "../../domain/views.ts";
import { readLoop } from "../../insights/loop-view.ts";
import { procedure, router } from "../init.ts";
import { runInput } from "../inputs.ts";

export const loopsRouter = router({
	get: procedure
		.input(runInput.extend({ loop: z.number().int().min(0) }))
		.query(({ ctx, input }): Promise<LoopView> => readLoop(ctx, input.runId, input.loop)),
});
