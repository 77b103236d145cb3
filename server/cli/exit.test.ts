import { expect, test } from "vitest";
import { DomainError } from "../domain/errors.ts";
import { CliError, exitCodeOf, explain } from "./exit.ts";

test.each([
	["ended", "completed", 0],
	["ended", "failed", 1],
	["ended", "stopped", 1],
	["ended", "budget_exhausted", 1],
	["quarantined", null, 1],
	["suspended", null, 1],
	["needs_input", null, 3],
	["ended", "needs_input", 3],
] as const)("a run that is %s (%s) exits %i", (status, endCause, code) => {
	expect(exitCodeOf({ status, endCause })).toBe(code);
});

test.each([
	[new CliError(2, "a\nb"), 2, "a b"],
	[new DomainError("invalid_input", "bad"), 2, "bad"],
	[new DomainError("not_found", "none"), 2, "none"],
	[new DomainError("infrastructure", "disk"), 1, "disk"],
	[new Error("odd"), 1, "odd"],
])("%s ends the command with its code and one line", (error, exitCode, line) => {
	expect(explain(error)).toEqual({ exitCode, line });
});
