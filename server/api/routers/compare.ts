import { z } from "zod";
import { ulidSchema } from "../../domain/ids.ts";
import type { CompareView } from "../../domain/views.ts";
import { compareRuns } from "../../insights/compare-view.ts";
import { procedure, router } from "../init.ts";

export const compareRouter = router({
	runs: procedure
		.input(z.strictObject({ runIds: z.array(ulidSchema).min(1).max(8) }))
		.query(({ ctx, input }): Promise<CompareView> => compareRuns(ctx, input.runIds)),
});
