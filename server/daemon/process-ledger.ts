import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { OwnedProcess, ProcessLedgerView, ProcessPart, SweepResult } from "../domain/process-view.ts";
import { type CensusEntry, takeCensus } from "../process/census.ts";
import { isAlive } from "../process/identity.ts";
import { isSandboxWrapper } from "../process/process-tree.ts";
import { endAll } from "../process/sweep.ts";
import type { Store } from "../store/open.ts";
import { readOpenRuns } from "../store/run-heads.ts";
import { type Ownership, ownerOfMarker, ownerOfNamed } from "./process-owner.ts";
import { commandRun } from "./run-commands.ts";
import type { Runners } from "./runners.ts";

/** Every process of ours on this machine: who it works for, what it costs, and how to end it. */
export interface ProcessLedger {
	read(): ProcessLedgerView;
	/**
	 * Ends one process and all that it started. @throws DomainError `not_found` if exactly that process isn't there any
	 * more, `conflict` for one that must be ended in another way (the daemon, its pages)
	 */
	end(pid: number, startTime: string): Promise<{ ended: number }>;
	/** ends what nobody waits for any more; at start, and after a run has ended */
	sweepStrays(): Promise<number>;
	/** stops every run that is at work, closes visits and examinations, then ends what is left */
	stopAll(): Promise<SweepResult>;
}

const working = ["queued", "running", "pausing", "waiting", "stopping"];
const goneWithinMs = 20_000;

export function createProcessLedger(parts: {
	store: Store;
	runners: Runners;
	visits: { list(): ReadonlyMap<string, unknown>; closeAll(): Promise<void> };
	examinations: { stopAll(): Promise<void> };
}): ProcessLedger {
	const { store, runners, visits, examinations } = parts;

	function census(): { entry: CensusEntry; owner: Ownership }[] {
		const ofRuns = new Map<number, string>();
		for (const { runId, runnerPid, runnerStart } of readOpenRuns(store)) {
			if (runnerPid !== null && isAlive(runnerPid, runnerStart ?? "")) ofRuns.set(runnerPid, runId);
		}
		const known = new Map<string, Ownership | null>();
		const ownerOf = (marker: string) => {
			let owner = known.get(marker);
			if (owner === undefined) {
				owner = ownerOfMarker(store, marker, (candidateId) => visits.list().has(candidateId));
				known.set(marker, owner);
			}
			return owner;
		};
		const entries = takeCensus([process.pid, ...ofRuns.keys()], (marker) => ownerOf(marker) !== null);
		return entries.map((entry) => ({
			entry,
			owner: (entry.marker === null ? null : ownerOf(entry.marker)) ?? ownerOfNamed(store, entry, ofRuns),
		}));
	}

	function read(): ProcessLedgerView {
		const found = census();
		const byPid = new Map(found.map((one) => [one.entry.pid, one]));
		const processes = found.map(({ entry, owner }): OwnedProcess => {
			const { marker: _marker, root: _root, ...facts } = entry;
			const part = isSandboxWrapper(entry.command) ? "sandbox" : partBelow(owner, byPid.get(entry.parent));
			return { ...facts, ...owner, part };
		});
		return { takenAt: Date.now(), processes, complete: process.platform === "linux" };
	}

	const strays = () => census().flatMap(({ entry, owner }) => (owner.stray ? [entry] : []));
	const sweepStrays = () => endAll(strays);

	return {
		read,
		sweepStrays,
		async end(pid, startTime) {
			const target = census().find(({ entry }) => entry.pid === pid && entry.startTime === startTime);
			if (!target) {
				throw new DomainError(
					"not_found",
					`Process ${pid} isn't there any more, or isn't one of Fuseline's.`,
				);
			}
			const { part } = target.owner;
			if (part === "daemon" || part === "pages") {
				throw new DomainError(
					"conflict",
					`Process ${pid} is Fuseline itself (${part}): end it with Ctrl-C where \`npm start\` runs, or with \`kill ${process.pid}\`.`,
				);
			}
			return { ended: await endAll(() => familyOf(census(), pid, startTime)) };
		},
		async stopAll() {
			const open = readOpenRuns(store);
			const stopped: string[] = [];
			for (const { runId, status } of open) {
				if (!working.includes(status)) continue;
				if (status !== "stopping") commandRun(store, runners, runId, "stop", "");
				stopped.push(runId);
			}
			await Promise.all([visits.closeAll(), examinations.stopAll()]);
			for (const deadline = Date.now() + goneWithinMs; Date.now() < deadline; await sleep(50)) {
				if (stopped.every((runId) => !runners.lives(runId))) break;
			}
			// whatever is of a stopped run by now didn't heed it
			const left = () =>
				census().flatMap(({ entry, owner }) =>
					owner.stray || (owner.run !== null && stopped.includes(owner.run.id)) ? [entry] : [],
				);
			const ended = await endAll(left);
			return { stopped, ended, resting: open.length - stopped.length };
		},
	};
}

/** Of all that a call, a visit or an examination started, only the first is it; the others are what it started. */
function partBelow(
	owner: Ownership,
	parent: { entry: CensusEntry; owner: Ownership } | undefined,
): ProcessPart {
	const same = parent?.owner.part === owner.part && parent.owner.call?.id === owner.call?.id;
	return same && !isSandboxWrapper(parent.entry.command) && owner.part !== "pages" ? "other" : owner.part;
}

/** The process and all below it, by parents; a dead parent's children are found by the next sweep. */
function familyOf(all: { entry: CensusEntry }[], pid: number, startTime: string): CensusEntry[] {
	const family = new Map<number, CensusEntry>();
	for (const { entry } of all) {
		if (entry.pid === pid && entry.startTime === startTime) family.set(pid, entry);
	}
	for (let grown = true; grown; ) {
		grown = false;
		for (const { entry } of all) {
			if (family.has(entry.pid) || !family.has(entry.parent)) continue;
			family.set(entry.pid, entry);
			grown = true;
		}
	}
	return [...family.values()];
}
