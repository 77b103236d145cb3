import { type PendingCommand, pendingCommands, takeCommand } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import { readRun } from "../store/run-rows.ts";
import { countIntervention, type StatusChange, setRunStatus } from "../store/run-status.ts";
import { LeaveRun } from "./leave.ts";
import type { SpaceWatch } from "./space-watch.ts";

/** What a person asked of the run while it works. Stop and suspend end the call under way; pause waits for its end. */
export interface Control {
	/** aborted when the call under way has to end now */
	signal: AbortSignal;
	/** between steps: leaves the run if a person or the daemon wants that */
	atSafePoint(): void;
	/**
	 * after something has failed: a command or a call that had no room to write says nothing about the work
	 * @throws LeaveRun when the disk is full
	 */
	demandSpace(): void;
	hasSpace(): boolean;
	/** why the signal was aborted, as a reason to leave */
	leave(): LeaveRun;
	/** the oldest answer that nobody has used, or null; `use` belongs into the transaction of its effect */
	answer(): { text: string; use(): void } | null;
	/** wishes of the person since the last call of the planner */
	notes(): { texts: string[]; use(): void };
	/**
	 * Sleeps until a time (ms since 1970). Ends early with `resumed` when a person wants to go on at once.
	 * @throws LeaveRun when the run has to leave: stop, suspend, pause
	 */
	sleepUntil(until: number): Promise<"elapsed" | "resumed">;
	/** something of ours failed: the call under way ends, and this is the reason to leave */
	abandon(change: StatusChange): void;
	close(): void;
}

const lookAtSpaceEveryMs = 2_000;

/** The daemon's commands arrive through the database; a change of another connection is noticed within 50 ms. */
const lookEveryMs = 50;

export function startControl(store: Store, runId: string, space: SpaceWatch | null = null): Control {
	const abort = new AbortController();
	let version = -1;
	let urgent: PendingCommand | null = null;
	let pause: PendingCommand | null = null;
	/** no room left, or a fault: nobody asked, and the run has to leave all the same */
	let forced: StatusChange | null = null;
	/** ends the wait under way, if there is one */
	let wake: ((why: "resumed" | "leave") => void) | null = null;

	const look = () => {
		const now = store.dataVersion();
		if (now === version) return;
		version = now;
		for (const command of pendingCommands(store, runId)) {
			if (command.kind === "stop" || command.kind === "suspend") {
				urgent ??= command;
			} else if (command.kind === "pause" && pause === null) {
				pause = command;
				setRunStatus(store, runId, { status: "pausing", detail: "Pauses when the step under way is done." });
				wake?.("leave");
			} else if (command.kind === "resume") {
				store.transaction(() => {
					takeCommand(store, command.id, wake === null ? "resumed" : "the wait is cut short");
					if (wake !== null) countIntervention(store, runId);
					if (pause !== null) {
						takeCommand(store, pause.id, "withdrawn by resume");
						setRunStatus(store, runId, { status: "running" });
					}
				});
				pause = null;
				wake?.("resumed");
			}
		}
		if (urgent !== null && !abort.signal.aborted) {
			setStopping(store, runId, urgent);
			abort.abort();
			wake?.("leave");
		}
	};
	look();
	const timer = setInterval(look, lookEveryMs);
	const abandon = (change: StatusChange) => {
		forced ??= change;
		abort.abort();
		wake?.("leave");
	};
	const spaceTimer = setInterval(() => {
		const change = space?.critical() ?? null;
		if (change !== null) abandon(change);
	}, lookAtSpaceEveryMs);

	const leave = (): LeaveRun => {
		if (urgent === null && forced !== null) return new LeaveRun(forced);
		if (urgent === null) throw new Error("nobody asked to leave");
		const command = urgent;
		store.transaction(() => takeCommand(store, command.id, "done"));
		return command.kind === "stop"
			? new LeaveRun({ status: "ended", endCause: "stopped", detail: "Stopped by a person." })
			: new LeaveRun({ status: "suspended", detail: "Suspended when the daemon left; resume to go on." });
	};

	let alarm: NodeJS.Timeout | undefined;
	/** A timer holds 24 days at most, and a machine that slept wakes up late: looked at again each minute. */
	const wakeAt = (until: number, done: () => void) => {
		const left = until - Date.now();
		if (left <= 0) done();
		else alarm = setTimeout(() => wakeAt(until, done), Math.min(left, 60_000));
	};
	const atSafePoint = () => {
		look();
		if (urgent !== null) throw leave();
		if (pause !== null) {
			const command = pause;
			store.transaction(() => takeCommand(store, command.id, "paused"));
			throw new LeaveRun({ status: "paused", detail: "Paused by a person." });
		}
		const short = forced ?? space?.low() ?? null;
		if (short !== null) throw new LeaveRun(short);
	};

	return {
		signal: abort.signal,
		leave,
		atSafePoint,
		hasSpace: () => (space?.none() ?? null) === null,
		demandSpace() {
			const change = space?.none() ?? null;
			if (change !== null) throw new LeaveRun(change);
		},
		async sleepUntil(until) {
			atSafePoint();
			try {
				const why = await new Promise<"elapsed" | "resumed" | "leave">((done) => {
					wake = done;
					wakeAt(until, () => done("elapsed"));
				});
				if (why !== "leave") return why;
			} finally {
				wake = null;
				clearTimeout(alarm);
			}
			atSafePoint();
			return "resumed";
		},
		answer() {
			const answer = pendingCommands(store, runId).find((command) => command.kind === "answer");
			if (!answer) return null;
			const use = () => {
				takeCommand(store, answer.id, "given to the run");
				countIntervention(store, runId);
			};
			return { text: answer.text, use };
		},
		notes() {
			const notes = pendingCommands(store, runId).filter((command) => command.kind === "note");
			const use = () => {
				for (const note of notes) takeCommand(store, note.id, "given to the planner");
			};
			return { texts: notes.map((note) => note.text), use };
		},
		abandon,
		close() {
			clearInterval(timer);
			clearInterval(spaceTimer);
		},
	};
}

function setStopping(store: Store, runId: string, command: PendingCommand): void {
	if (command.kind !== "stop" || readRun(store, runId).status === "stopping") return;
	setRunStatus(store, runId, { status: "stopping", detail: "Ends the call under way." });
}
