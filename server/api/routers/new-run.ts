import type { Problem } from "../../domain/errors.ts";
import { startRunInputSchema } from "../../domain/run.ts";
import type { NewRunView, ProjectDraft } from "../../domain/views.ts";
import { protocolDefinitions } from "../../protocols/registry.ts";
import { procedure, router } from "../init.ts";
import { nothing } from "../inputs.ts";
import { defaultStart } from "../start-defaults.ts";

export const newRunRouter = router({
	start: procedure.input(nothing).query(async ({ ctx }): Promise<NewRunView> => {
		const doctor = await ctx.actions.doctor(false);
		return {
			protocols: Object.values(protocolDefinitions),
			demos: ctx.actions.demos(),
			defaults: defaultStart(doctor),
			doctor,
		};
	}),
	draft: procedure
		.input(startRunInputSchema.pick({ source: true }))
		.query(({ ctx, input }): Promise<ProjectDraft> => ctx.actions.readDraft(input.source)),
	validate: procedure
		.input(startRunInputSchema)
		.query(
			({ ctx, input }): Promise<{ problems: Problem[]; warnings: Problem[] }> =>
				ctx.actions.validateRun(input),
		),
});
