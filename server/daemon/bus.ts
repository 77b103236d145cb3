import type { Bus, Nudge } from "../api/context.ts";
import { isLive } from "../domain/run.ts";
import type { Store } from "../store/open.ts";
import { readRunHeads } from "../store/run-heads.ts";

export interface DatabaseBus extends Bus {
	/** looks at once; to be called after an own write, which the data version doesn't tell */
	look(): void;
	stop(): void;
}

const busyMs = 50;
const idleMs = 1000;

/**
 * Notices what other processes committed and says which runs moved. Looks every 50 ms while something is at work
 * (`isBusy`), else each second. Carries no data: readers read after their own cursor.
 */
export function watchDatabase(store: Store, isBusy: () => boolean): DatabaseBus {
	const listeners = new Set<{ runId: string | null; listener: (nudge: Nudge) => void }>();
	const heads = new Map<string, Nudge>();
	let version = -1;
	let live = false;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	function look(): void {
		live = false;
		for (const head of readRunHeads(store)) {
			if (isLive(head.status) || head.status === "queued") live = true;
			const before = heads.get(head.runId);
			if (before?.seq === head.seq && before.status === head.status) continue;
			heads.set(head.runId, head);
			for (const { runId, listener } of listeners) {
				if (runId === null || runId === head.runId) listener(head);
			}
		}
	}

	function tick(): void {
		if (stopped) return;
		const now = store.dataVersion();
		if (now !== version) {
			version = now;
			look();
		}
		timer = setTimeout(tick, live || isBusy() ? busyMs : idleMs);
	}
	// not at once: what `isBusy` asks may still be in the making
	timer = setTimeout(tick, 0);

	return {
		subscribe(runId, listener) {
			const entry = { runId, listener };
			listeners.add(entry);
			return () => void listeners.delete(entry);
		},
		look() {
			look();
			clearTimeout(timer);
			if (!stopped) timer = setTimeout(tick, busyMs);
		},
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
