import { z } from "zod";
import type { DoctorView } from "../../domain/doctor-view.ts";
import { procedure, router } from "../init.ts";

export const doctorRouter = router({
	get: procedure
		.input(z.strictObject({ fresh: z.boolean() }))
		.query(({ ctx, input }): Promise<DoctorView> => ctx.actions.doctor(input.fresh)),
});
