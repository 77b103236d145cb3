import { z } from "zod";
import { ulidSchema } from "../../domain/ids.ts";
import type { InvocationView } from "../../domain/views.ts";
import { readInvocation } from "../../insights/invocation-view.ts";
import { procedure, router } from "../init.ts";

export const invocationsRouter = router({
	get: procedure
		.input(z.strictObject({ invocationId: ulidSchema }))
		.query(({ ctx, input }): Promise<InvocationView> => readInvocation(ctx, input.invocationId)),
});
