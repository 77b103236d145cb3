import type { ImageComparison, ScreensView } from "../../domain/views.ts";
import { pictureBytes, readScreens } from "../../insights/screens-view.ts";
import { procedure, router } from "../init.ts";
import { pictureSha, runInput } from "../inputs.ts";

export const screensRouter = router({
	grid: procedure
		.input(runInput)
		.query(({ ctx, input }): Promise<ScreensView> => readScreens(ctx, input.runId)),
	compare: procedure
		.input(runInput.extend({ a: pictureSha, b: pictureSha }))
		.query(async ({ ctx, input }): Promise<ImageComparison> => {
			const [a, b] = await pictureBytes(ctx, input.runId, [input.a, input.b]);
			return ctx.actions.compareImages(a, b);
		}),
});
