import type { PricesView } from "../../domain/prices-view.ts";
import { procedure, router } from "../init.ts";
import { nothing } from "../inputs.ts";

export const pricesRouter = router({
	get: procedure.input(nothing).query(({ ctx }): PricesView => ctx.actions.prices()),
});
