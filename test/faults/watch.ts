import { createHash } from "node:crypto";
import type { Store } from "../../server/store/open.ts";
import type { Finding } from "./kind.ts";

/**
 * The outside log: everything that a reader of the database has been shown is acknowledged, so it must be there, and
 * the same, for ever after. Looks every 25 ms, as a dashboard would.
 */
export interface Watch {
	/** reads once more, and says what was shown and is gone or changed */
	check(): Finding[];
	/** for controls: what is noted as shown */
	readonly shown: number;
	stop(): void;
}

export function watchRun(store: Store, runId: string): Watch {
	const events = new Map<number, string>();
	const outcomes = new Map<string, string>();
	const sealedCalls = new Map<string, number>();
	const newEvents = store.db.prepare("SELECT seq, data FROM Event WHERE runId = ? AND seq > ? ORDER BY seq");
	const steps = store.db.prepare("SELECT key, outcome FROM Step WHERE runId = ? AND outcome IS NOT NULL");
	const calls = store.db.prepare("SELECT COUNT(*) AS n FROM Invocation WHERE runId = ? AND stepKey = ?");
	const callsOf = (key: string) => (calls.get(runId, key) as { n: number }).n;
	let last = 0;

	function look(): void {
		// one reading transaction: an outcome and the calls of its step belong to the same instant
		store.db.transaction(() => {
			for (const row of newEvents.all(runId, last) as { seq: number; data: string }[]) {
				events.set(row.seq, hashOf(row.data));
				last = row.seq;
			}
			for (const row of steps.all(runId) as { key: string; outcome: string }[]) {
				if (outcomes.has(row.key)) continue;
				outcomes.set(row.key, hashOf(row.outcome));
				sealedCalls.set(row.key, callsOf(row.key));
			}
		})();
	}

	const timer = setInterval(() => {
		try {
			look();
		} catch {
			// a locked database is looked at again
		}
	}, 25);

	return {
		get shown() {
			return events.size + outcomes.size;
		},
		check() {
			look();
			const found: Finding[] = [];
			const all = store.db.prepare("SELECT seq, data FROM Event WHERE runId = ?").all(runId);
			const now = new Map((all as { seq: number; data: string }[]).map((row) => [row.seq, hashOf(row.data)]));
			for (const [seq, hash] of events) {
				if (now.get(seq) === hash) continue;
				found.push({
					harm: "lost",
					text: `event ${seq} was shown and is ${now.has(seq) ? "changed" : "gone"}`,
				});
			}
			const sealed = new Map(
				(steps.all(runId) as { key: string; outcome: string }[]).map((row) => [row.key, hashOf(row.outcome)]),
			);
			for (const [key, hash] of outcomes) {
				if (sealed.get(key) !== hash)
					found.push({ harm: "lost", text: `the outcome of step ${key} was shown and is gone or changed` });
				if (callsOf(key) !== sealedCalls.get(key))
					found.push({ harm: "doubled", text: `finished step ${key} was called again` });
			}
			return found;
		},
		stop: () => clearInterval(timer),
	};
}

function hashOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
