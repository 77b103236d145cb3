import type { ExitFacts, HarnessResult } from "../domain/harness.ts";

/** The judgement part of a result. */
export type Judgement = Pick<HarnessResult, "outcome" | "errorKind" | "message">;

export const completed: Judgement = { outcome: "completed", errorKind: null, message: null };

export function failed(errorKind: NonNullable<HarnessResult["errorKind"]>, message: string): Judgement {
	return { outcome: "failed", errorKind, message };
}

/** Signals by which somebody stops a program, as names and as the exit codes that programs make of them. */
const stopSignals = new Set(["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP"]);
const stopCodes = new Set([129, 130, 137, 143]);

export function wasStopped(exit: ExitFacts): boolean {
	if (exit.endedBy === "stop" || exit.endedBy === "crash") return true;
	if (exit.signal !== null && stopSignals.has(exit.signal)) return true;
	return exit.code !== null && stopCodes.has(exit.code);
}

/** No exit is known: a recording that is read without one. */
export function exitUnknown(exit: ExitFacts): boolean {
	return exit.code === null && exit.signal === null && exit.endedBy === null;
}

/**
 * What the end of the process says where the CLI itself did not say its last word. `program` is its name for people.
 * A process that was stopped is `interrupted`, without an error kind; one that hung, flooded or fell over is `harness`.
 */
export function judgeWithoutLastWord(program: string, exit: ExitFacts): Judgement {
	switch (exit.endedBy) {
		case "idle":
			return failed("harness", `${program} hung: no event for longer than the idle limit, so it was ended.`);
		case "wall":
			return failed("harness", `${program} ran into the wall-clock limit and was ended.`);
		case "flood":
			return failed("harness", `${program} flooded its output and was ended.`);
		case "memory":
			return failed("harness", `${program} took too much memory and was ended${figures(exit)}.`);
		case "processes":
			return failed("harness", `${program} started too many processes and was ended${figures(exit)}.`);
		case "cpu":
			return failed("harness", `${program} used too much processor time and was ended${figures(exit)}.`);
		case "turns":
			return failed("agent", `${program} took too many turns and was ended${figures(exit)}.`);
		case "budget":
			return failed("harness", `${program} used up the budget of one call and was ended${figures(exit)}.`);
		default:
	}
	if (wasStopped(exit)) {
		const how =
			exit.endedBy === null ? ` by ${exit.signal ?? `a signal (exit code ${exit.code})`} from outside` : "";
		return {
			outcome: "interrupted",
			errorKind: null,
			message: `${program} was stopped${how} before its end.`,
		};
	}
	if (exitUnknown(exit)) {
		return { outcome: "interrupted", errorKind: null, message: `The stream of ${program} has no end.` };
	}
	const how = exit.signal === null ? `with exit code ${exit.code}` : `by ${exit.signal}`;
	const said = lastWords(exit.stderrTail);
	return failed("harness", `${program} ended ${how} without a result${said === "" ? "." : `: ${said}`}`);
}

/**
 * A CLI says that it was interrupted, or the stream has no last word. Whoever interrupted it knows why: a hung call that
 * we ended is no interruption.
 */
export function judgeInterrupted(program: string, exit: ExitFacts): Judgement {
	if (exit.endedBy !== null) return judgeWithoutLastWord(program, exit);
	return { outcome: "interrupted", errorKind: null, message: `${program} was interrupted.` };
}

function figures({ why }: ExitFacts): string {
	return why ? `: ${why}` : "";
}

/** It ended in the middle: of what was under way nothing is known, so what was told is a part. */
export function wasCut(judged: Judgement, exit: ExitFacts): boolean {
	return (
		judged.outcome === "interrupted" ||
		(judged.outcome === "failed" && exit.endedBy !== null && exit.endedBy !== "after_final")
	);
}

const limits = new Set<ExitFacts["endedBy"]>(["flood", "memory", "processes", "cpu", "budget", "turns"]);

/** A limit that it ran into while it was at work. What it complains of after that (a cut tool, a cut answer) is our doing. */
export function limitHit(program: string, exit: ExitFacts): Judgement | null {
	return limits.has(exit.endedBy) ? judgeWithoutLastWord(program, exit) : null;
}

/** Veto of the exit code on a stream that ended well. Null: nothing against it. */
export function vetoOf(program: string, exit: ExitFacts): Judgement | null {
	// We ended it only because it did not leave after its last word; what it said stands.
	if (exit.endedBy !== null) return null;
	if (wasStopped(exit)) return null;
	if (exit.signal !== null)
		return failed("harness", `${program} fell over by ${exit.signal} after its result.`);
	if (exit.code !== null && exit.code !== 0) {
		const said = lastWords(exit.stderrTail);
		return failed(
			"harness",
			`${program} ended with exit code ${exit.code} after its result${said === "" ? "." : `: ${said}`}`,
		);
	}
	return null;
}

/** Last line of stderr that says something, at most 500 characters. */
export function lastWords(stderr: string): string {
	const lines = stderr
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "" && !/^Reading additional input from stdin/.test(line));
	const line = lines.findLast((text) => /error|fail|not |refus|denied/i.test(text)) ?? lines.at(-1) ?? "";
	return line.slice(0, 500);
}
