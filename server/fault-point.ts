/*
 * Named places at which a program of ours can be made to fail on purpose, so that `fuseline faults` hits exactly the
 * instant it means: between an intent and its act, an act and its outcome, an outcome and its event. Nothing happens
 * unless `FUSELINE_FAULT_AT` is set when a runner or the daemon starts; then only at that one place.
 *
 *     FUSELINE_FAULT_AT=engine.acted:3          kill -9 of itself when it comes there the third time
 *     FUSELINE_FAULT_AT=contents.stored:1:stop  SIGSTOP instead
 *     FUSELINE_FAULT_AT=freeze.batch:1:ENOSPC   that error of the system is thrown there
 */

/** In the order in which a run comes by. */
export const faultPoints = [
	"runner.opened",
	"runner.claimed",
	"runner.swept",
	"runner.prepared",
	"runner.running",
	"engine.placed",
	"engine.entered",
	"engine.intent",
	"workspace.partial",
	"workspace.removed",
	"workspace.laid",
	"materialize.file",
	"invoke.reconciled",
	"call.recorded",
	"call.placed",
	"call.written",
	"call.announced",
	"call.spawned",
	"call.known",
	"call.line",
	"call.exited",
	"call.answered",
	"call.spooled",
	"call.ended",
	"call.cleared",
	"log.flushed",
	"freeze.swept",
	"freeze.batch",
	"freeze.contents",
	"freeze.manifest",
	"freeze.named",
	"contents.opened",
	"contents.stored",
	"contents.begun",
	"contents.slice",
	"contents.finishing",
	"candidate.unmarked",
	"candidate.laid",
	"candidate.marked",
	"copy.made",
	"setup.partial",
	"setup.cached",
	"check.ran",
	"examine.acted",
	"event.numbered",
	"journal.intent",
	"journal.outcome",
	"journal.state",
	"engine.acted",
	"engine.derived",
	"engine.sealed",
	"engine.cleared",
	"status.set",
	"runner.left",
	"runner.ended",
	"runner.released",
	"daemon.locked",
	"daemon.opened",
	"daemon.recovered",
	"daemon.announced",
	"daemon.spawned",
] as const;
export type FaultPoint = (typeof faultPoints)[number];

interface Armed {
	point: string;
	/** which coming by it is, from 1 */
	left: number;
	/** `kill`, `stop`, or the code of a system error */
	action: string;
}

let armed: Armed | null = null;

/** Sets the one fault of this process. `setting`: `point:count` or `point:count:action`, checked by the configuration. */
export function armFault(setting: string | null): void {
	if (setting === null) return;
	const [point = "", count = "1", action = "kill"] = setting.split(":");
	armed = { point, left: Number(count), action };
}

/** Marks a place. Costs a comparison. @throws the armed system error, if that is what was asked for */
export function faultPoint(name: FaultPoint): void {
	if (armed === null || armed.point !== name) return;
	armed.left -= 1;
	if (armed.left !== 0) return;
	const { action } = armed;
	if (action === "kill" || action === "stop") {
		process.kill(process.pid, action === "kill" ? "SIGKILL" : "SIGSTOP");
		return;
	}
	throw Object.assign(new Error(`${action}: fault on purpose at ${name}`), { code: action });
}
