import type { Bus, Nudge } from "./context.ts";

/**
 * Level-triggered waiting: `turn()` resolves at once if anything moved since the last call, else with the next nudge,
 * and says `false` once the signal is aborted. Subscribes at once, so nothing that happens after can be missed.
 */
export function nudged(bus: Bus, runId: string | null, signal: AbortSignal | undefined) {
	const moved = new Map<string, Nudge>();
	let wake: (() => void) | null = null;
	let first = true;
	const rouse = () => {
		wake?.();
		wake = null;
	};
	const unsubscribe = bus.subscribe(runId, (nudge) => {
		moved.set(nudge.runId, nudge);
		rouse();
	});
	signal?.addEventListener("abort", rouse, { once: true });
	return {
		/** resolves to the runs that moved, latest state of each; null = aborted. The first turn comes at once. */
		async turn(): Promise<Nudge[] | null> {
			while (!first && moved.size === 0 && !signal?.aborted) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			first = false;
			if (signal?.aborted) return null;
			const news = [...moved.values()];
			moved.clear();
			return news;
		},
		close() {
			unsubscribe();
			signal?.removeEventListener("abort", rouse);
		},
	};
}
