import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { Control } from "./control.ts";
import { LeaveRun } from "./leave.ts";
import type { SpaceWatch } from "./space-watch.ts";

/** Control of a process that belongs to no run's order: only SIGTERM and SIGINT end it. */
export function withoutCommands(space: SpaceWatch): Control {
	const abort = new AbortController();
	const end = () => abort.abort();
	process.once("SIGTERM", end);
	process.once("SIGINT", end);
	const leave = () => new LeaveRun({ status: "suspended", detail: "Ended before it was done." });
	return {
		signal: abort.signal,
		leave,
		atSafePoint() {
			if (abort.signal.aborted) throw leave();
		},
		hasSpace: () => space.none() === null,
		demandSpace() {
			const change = space.none();
			if (change !== null) throw new DomainError("infrastructure", change.detail ?? "the disk is full");
		},
		async sleepUntil(until) {
			const left = Math.max(0, until - Date.now());
			await sleep(left, undefined, { signal: abort.signal }).catch(() => {
				throw leave();
			});
			return "elapsed";
		},
		abandon: end,
		answer: () => null,
		notes: () => ({ texts: [], use() {} }),
		close() {
			process.off("SIGTERM", end);
			process.off("SIGINT", end);
		},
	};
}
