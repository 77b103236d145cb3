import { procedure, router } from "../init.ts";
import { nothing } from "../inputs.ts";
import { nudged } from "../nudged.ts";

export const feedRouter = router({
	/** Says which runs moved; readers fetch what they show of them. */
	watch: procedure.input(nothing).subscription(async function* ({ ctx, signal }) {
		const news = nudged(ctx.bus, null, signal);
		try {
			for (let moved = await news.turn(); moved; moved = await news.turn()) yield* moved;
		} finally {
			news.close();
		}
	}),
});
