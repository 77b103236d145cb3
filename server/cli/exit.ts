import { TRPCClientError } from "@trpc/client";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { EndCause, RunStatus } from "../domain/run.ts";

/** 0: done, 1: a run or an action failed, 2: bad input, 3: a run waits for an answer. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Ends the command with a code and one line on stderr that says what and how to mend it. */
export class CliError extends Error {
	readonly exitCode: ExitCode;
	constructor(exitCode: ExitCode, message: string) {
		super(message);
		this.name = "CliError";
		this.exitCode = exitCode;
	}
}

const exitCodes: Record<ErrorCode, ExitCode> = {
	invalid_input: 2,
	not_found: 2,
	conflict: 2,
	unavailable: 1,
	infrastructure: 1,
};

/** What to print and how to end for anything that was thrown. */
export function explain(error: unknown): { exitCode: ExitCode; line: string } {
	if (error instanceof CliError) return { exitCode: error.exitCode, line: oneLine(error.message) };
	if (error instanceof DomainError) {
		return { exitCode: exitCodes[error.code], line: oneLine(error.message) };
	}
	if (error instanceof TRPCClientError) {
		const code: unknown = error.data?.domainCode;
		const known = typeof code === "string" && Object.hasOwn(exitCodes, code);
		return { exitCode: known ? exitCodes[code as ErrorCode] : 1, line: oneLine(error.message) };
	}
	return { exitCode: 1, line: oneLine(error instanceof Error ? error.message : String(error)) };
}

function oneLine(text: string): string {
	return text.replace(/\s*\n\s*/g, " ").trim();
}

/**
 * How `run` and `demo` end: 0 only if the run completed, 3 if it waits for a person: for an answer, or (paused) for a larger
 * budget. It stays answerable.
 */
export function exitCodeOf(run: { status: RunStatus; endCause: EndCause | null }): ExitCode {
	if (run.status === "needs_input" || run.status === "paused" || run.endCause === "needs_input") return 3;
	return run.endCause === "completed" ? 0 : 1;
}
