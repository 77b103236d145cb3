import { z } from "zod";
import type { DoctorView } from "../../domain/views.ts";
import { procedure, router } from "../init.ts";

export const doctorRouter = router({
	get: procedure
		.input(z.strictObject({ fresh: z.boolean() }))
		.query(({ ctx, input }): Promise<DoctorView> => ctx.actions.doctor(input.fresh)),
});
