import type { Stage } from "../domain/stage.ts";
import { type ProtocolId, protocolDefinitions } from "../protocols/registry.ts";
import { appendRunEvent } from "../store/events.ts";
import type { RunContext } from "./run-context.ts";

export interface StageClock {
	/** call inside the step's sealing transaction */
	end(ok: boolean, note: string): void;
}

/** Says that a stage began, and measures it. A stage that the protocol doesn't have is not spoken of. */
export function stageClock(context: RunContext, loop: number, stage: Stage): StageClock {
	const started = performance.now();
	const { store, runId, config } = context;
	const has = protocolDefinitions[config.protocol as ProtocolId].stages.includes(stage);
	if (has) store.transaction(() => appendRunEvent(store, runId, { kind: "stage.started", loop, stage }));
	return {
		end(ok, note) {
			if (!has) return;
			const durationMs = Math.round(performance.now() - started);
			appendRunEvent(store, runId, { kind: "stage.ended", loop, stage, ok, durationMs, note });
		},
	};
}

/** A stage of the host that takes no time of its own; call inside the step's sealing transaction. */
export function stageDone(context: RunContext, loop: number, stage: Stage, ok: boolean, note: string): void {
	const { store, runId, config } = context;
	if (!protocolDefinitions[config.protocol as ProtocolId].stages.includes(stage)) return;
	appendRunEvent(store, runId, { kind: "stage.started", loop, stage });
	appendRunEvent(store, runId, { kind: "stage.ended", loop, stage, ok, durationMs: 0, note });
}
