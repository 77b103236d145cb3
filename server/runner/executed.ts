import type { EffectOutcome } from "../domain/protocol.ts";

/**
 * An effect that was carried out. `write` puts its rows and events into the database; the engine calls it in the one
 * transaction that also seals the step, so that there is never the one without the other.
 */
export interface Executed {
	outcome: EffectOutcome;
	write(): void;
}
