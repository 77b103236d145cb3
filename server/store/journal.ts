import type { Effect, EffectOutcome } from "../domain/protocol.ts";
import { faultPoint } from "../fault-point.ts";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/*
 * The step journal (design §4): intent before acting; outcome, new state and derived rows in one transaction after.
 * A step with an outcome is never acted on again.
 */

export interface BegunStep {
	/** 1 at first, more after a crash in the middle */
	attempts: number;
	/** set if the step is already finished */
	outcome: EffectOutcome | null;
}

/** Records that the effect is about to be carried out (or is begun again). Durable when it returns. */
export function beginStep(store: Store, runId: string, effect: Effect): BegunStep {
	return store.transaction(() => {
		const row = store.db
			.prepare("SELECT attempts, outcome FROM Step WHERE runId = ? AND key = ?")
			.get(runId, effect.key) as { attempts: number; outcome: string | null } | undefined;
		if (row?.outcome) return { attempts: row.attempts, outcome: JSON.parse(row.outcome) as EffectOutcome };
		if (row) {
			store.db
				.prepare("UPDATE Step SET attempts = attempts + 1 WHERE runId = ? AND key = ?")
				.run(runId, effect.key);
			return { attempts: row.attempts + 1, outcome: null };
		}
		store.db
			.prepare("INSERT INTO Step (id, runId, key, kind, loop, effect, intentAt) VALUES (?, ?, ?, ?, ?, ?, ?)")
			.run(newId(), runId, effect.key, effect.kind, effect.loop, JSON.stringify(effect), Date.now());
		faultPoint("journal.intent");
		return { attempts: 1, outcome: null };
	});
}

/** Seals a step: outcome, the reducer's new state and what it asks for next, and `derived` (rows and events) at once. */
export function finishStep(
	store: Store,
	runId: string,
	outcome: EffectOutcome,
	next: { state: unknown; pending: readonly Effect[] },
	derived: () => void,
): void {
	store.transaction(() => {
		const sealed = store.db
			.prepare("UPDATE Step SET outcome = ?, outcomeAt = ? WHERE runId = ? AND key = ? AND outcome IS NULL")
			.run(JSON.stringify(outcome), Date.now(), runId, outcome.key);
		if (sealed.changes !== 1) throw new Error(`step ${outcome.key} is already sealed or was never begun`);
		faultPoint("journal.outcome");
		derived();
		saveState(store, runId, next.state, next.pending);
		faultPoint("journal.state");
		store.db.prepare("UPDATE Run SET crashes = 0 WHERE id = ?").run(runId);
	});
}

/** The reducer's state and the effects it waits for; call inside a transaction. */
export function saveState(store: Store, runId: string, state: unknown, pending: readonly Effect[]): void {
	store.db
		.prepare("UPDATE Run SET state = ?, pending = ? WHERE id = ?")
		.run(JSON.stringify(state), JSON.stringify(pending), runId);
}

/** When a step was first begun (ms since 1970), or null if it never was. */
export function stepBegan(store: Store, runId: string, key: string): number | null {
	const row = store.db.prepare("SELECT intentAt FROM Step WHERE runId = ? AND key = ?").get(runId, key) as
		| { intentAt: number }
		| undefined;
	return row?.intentAt ?? null;
}
