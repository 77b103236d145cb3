import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { unknownWord } from "../../api/did-you-mean.ts";
import { sentence } from "../../api/start-input.ts";
import type { HarnessEvent, HarnessResult } from "../../domain/harness.ts";
import { findHarness, harnessIds } from "../../harnesses/registry.ts";
import { CliError } from "../exit.ts";
import { wholeNumber } from "../flags.ts";
import { printJson, printLine } from "../print.ts";

interface ParseFlags {
	exit: number;
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
		.option("--exit <code>", "exit code of the recorded process", wholeNumber("--exit", 0), 0)
		.option("--stderr <file>", "recorded stderr")
		.option("--usage-before <json>", "the CLI's counter before this call")
		.option("--json", "print one JSON object")
		.action((id: string, file: string, flags: ParseFlags) => {
			const { events, result } = parseRecording(id, file, flags);
			if (flags.json) printJson(describe(events, result));
			else printRecording(events, result);
		});
}

function parseRecording(id: string, file: string, flags: ParseFlags) {
	const harness = findHarness(id);
	if (!harness) throw new CliError(2, sentence(unknownWord("parse", "harness", id, harnessIds)));
	const parser = harness.parser(flags.usageBefore === undefined ? null : usageOf(flags.usageBefore));
	const events = linesOf(read(file)).flatMap((line) => parser.line(line));
	const stderrTail = flags.stderr === undefined ? "" : read(flags.stderr).slice(-8000);
	return { events, result: parser.end({ code: flags.exit, signal: null, endedBy: null, stderrTail }) };
}

function linesOf(text: string): string[] {
	return text.split("\n").filter((line) => line.trim() !== "");
}

function usageOf(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw new CliError(2, "--usage-before isn't JSON: give the counter as the CLI printed it");
	}
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw new CliError(2, `${file} can't be read: ${(error as Error).message}`);
	}
}

/** The object of design §9: the last three are counts. */
export function describe(events: readonly HarnessEvent[], result: HarnessResult) {
	const count = (type: HarnessEvent["type"]) => events.filter((event) => event.type === type).length;
	return {
		sessionId: result.sessionId,
		outcome: result.outcome,
		errorKind: result.errorKind,
		finalMessage: result.finalMessage,
		usage: result.usage,
		toolCalls: count("tool_ended"),
		fileChanges: count("file_changed"),
		unparsed: count("unparsed"),
	};
}

function printRecording(events: readonly HarnessEvent[], result: HarnessResult): void {
	for (const event of events) printLine(JSON.stringify(event));
	printLine("");
	for (const [key, value] of Object.entries(describe(events, result))) {
		printLine(`${key.padEnd(12)}  ${typeof value === "object" ? JSON.stringify(value) : value}`);
	}
	if (result.message) printLine(`message       ${result.message}`);
}
