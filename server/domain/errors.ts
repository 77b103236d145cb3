// every border that says what was wrong says it in plain words
import "./zod-words.ts";

/** Closed list of what can be wrong with a request; `api` maps each to a transport code, `cli` to an exit code. */
export const errorCodes = [
	"invalid_input",
	"not_found",
	"conflict",
	"unavailable",
	"infrastructure",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** One place that is wrong: where (a path such as `probes[1].steps[0]`, or `fuseline.json:12`), what, and how to mend it. */
export interface Problem {
	where: string;
	what: string;
	mend?: string;
	/** 1-based line in the file that `where` names, if the input was a file. */
	line?: number;
}

/** An error meant for a person: one sentence that says what and how to mend it. Never carries a transport's words. */
export class DomainError extends Error {
	readonly code: ErrorCode;
	readonly problems: Problem[];
	constructor(code: ErrorCode, message: string, problems: Problem[] = []) {
		super(message);
		this.name = "DomainError";
		this.code = code;
		this.problems = problems;
	}
}

/** Turns zod's issues into problems with readable paths. */
export function problemsOf(
	issues: readonly { path: PropertyKey[]; message: string }[],
	root = "",
): Problem[] {
	return issues.map((issue) => ({ where: pathOf(issue.path, root), what: issue.message }));
}

function pathOf(path: PropertyKey[], root: string): string {
	let text = root;
	for (const part of path) {
		text += typeof part === "number" ? `[${part}]` : `${text === "" ? "" : "."}${String(part)}`;
	}
	return text === "" ? "(whole input)" : text;
}

/** `where: what (how to mend)`, for places that have one line. */
export function sentence(problem: Problem): string {
	const mend = problem.mend ? ` (${problem.mend})` : "";
	return `${problem.where}: ${problem.what}${mend}`;
}
