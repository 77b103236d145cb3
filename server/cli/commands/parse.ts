import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { unknownWord } from "../../api/did-you-mean.ts";
import { sentence } from "../../domain/errors.ts";
import type { ExitFacts, HarnessEvent } from "../../domain/harness.ts";
import { findHarness, harnessIds } from "../../harnesses/registry.ts";
import { type StreamSummary, summarize } from "../../harnesses/summarize.ts";
import { CliError } from "../exit.ts";
import { printJson, printLine } from "../print.ts";

interface ParseFlags {
	/** code, or the signal that ended it; nothing: not known */
	exit?: number | string;
	stderr?: string;
	usageBefore?: string;
	json?: boolean;
}

/** What our parser makes of a recorded stream. Needs no daemon and changes nothing. */
export function addParse(program: Command): void {
	program
		.command("parse")
		.argument("<harness>", "whose stream it is")
		.argument("<file>", "recorded stdout")
		.description("show what our parser makes of a recorded stream")
		.option("--exit <code>", "exit code of the recorded process, or the signal that ended it", exitOf)
		.option("--stderr <file>", "recorded stderr")
		.option(
			"--usage-before <json>",
			"the CLI's counter before this call; Codex counts by thread, so without it a resumed call's usage holds the calls before (usageScope: session)",
		)
		.option("--json", "print one JSON object")
		.action((id: string, file: string, flags: ParseFlags) => {
			const { events, summary, usageScope } = parseRecording(id, file, flags);
			const said = { ...described(summary), usageScope };
			if (flags.json) printJson(said);
			else printRecording(events, said, summary.message);
		});
}

function parseRecording(id: string, file: string, flags: ParseFlags) {
	const harness = findHarness(id);
	if (!harness) throw new CliError(2, sentence(unknownWord("parse", "harness", id, harnessIds)));
	const usageBefore = flags.usageBefore === undefined ? null : usageOf(flags.usageBefore);
	const exit: ExitFacts = {
		code: typeof flags.exit === "number" ? flags.exit : null,
		signal: typeof flags.exit === "string" ? flags.exit : null,
		endedBy: null,
		stderrTail: flags.stderr === undefined ? "" : read(flags.stderr).slice(-8000),
	};
	const lines = linesOf(read(file));
	const parser = harness.parser(usageBefore);
	// Codex's stream doesn't tell whether it resumes a thread, and its counter runs on over all of it
	const isOwn = !harness.definition.capabilities.countsBySession || flags.usageBefore !== undefined;
	return {
		usageScope: isOwn ? ("call" as const) : ("session" as const),
		events: lines.flatMap((line) => parser.line(line)),
		summary: summarize(harness, lines, exit, usageBefore),
	};
}

function exitOf(text: string): number | string {
	if (/^SIG[A-Z0-9]+$/.test(text)) return text;
	if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return Number(text);
	throw new InvalidArgumentError("Give an exit code from 0 to 255, or a signal such as SIGTERM.");
}

function linesOf(text: string): string[] {
	return text.split("\n").filter((line) => line.trim() !== "");
}

function usageOf(json: string): unknown {
	let counter: unknown;
	try {
		counter = JSON.parse(json);
	} catch {
		throw new CliError(2, "--usage-before isn't JSON: give the counter as the CLI printed it");
	}
	const numbers = z.record(z.string(), z.number().nonnegative()).safeParse(counter);
	if (numbers.success) return numbers.data;
	throw new CliError(2, "--usage-before: give an object of numbers, the counter as the CLI printed it");
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : message;
		throw new CliError(2, `${file} can't be read (${why}): give the file that holds what the CLI printed`);
	}
}

/** The object of design §9: the last three are counts. */
function described(summary: StreamSummary) {
	const { sessionId, outcome, errorKind, finalMessage, usage, toolCalls, fileChanges, unparsed } = summary;
	return { sessionId, outcome, errorKind, finalMessage, usage, toolCalls, fileChanges, unparsed };
}

function printRecording(events: readonly HarnessEvent[], said: object, message: string | null): void {
	for (const event of events) printLine(JSON.stringify(event));
	printLine("");
	for (const [key, value] of Object.entries(said)) {
		printLine(`${key.padEnd(12)}  ${typeof value === "object" ? JSON.stringify(value) : value}`);
	}
	if (message) printLine(`message       ${message}`);
	if ("usageScope" in said && said.usageScope === "session") {
		printLine("");
		printLine(
			"The usage counts from the beginning of the thread. If this call resumed one, it holds the calls before too:",
		);
		printLine("give the counter that the call before ended with by --usage-before.");
	}
}
