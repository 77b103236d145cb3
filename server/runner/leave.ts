import type { StatusChange } from "../store/run-status.ts";

/**
 * Thrown to leave a run in good order: its status says why, the step under way stays unfinished and is taken up again
 * by the next runner.
 */
export class LeaveRun extends Error {
	readonly change: StatusChange;
	constructor(change: StatusChange) {
		super(change.detail ?? change.status);
		this.name = "LeaveRun";
		this.change = change;
	}
}
