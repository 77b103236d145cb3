import path from "node:path";
import type { Command } from "commander";
import { unknownWord } from "../../api/did-you-mean.ts";
import { sentence } from "../../domain/errors.ts";
import type { ProtocolDefinition } from "../../domain/protocol.ts";
import type { StartRunInput } from "../../domain/run.ts";
import { protocolDefinitions } from "../../protocols/registry.ts";
import { bindingsOf, optionsOf } from "../bindings.ts";
import { addBudgetFlags, type BudgetFlags, budgetsOf, onBudget } from "../budget-flags.ts";
import { CliError, exitCodeOf } from "../exit.ts";
import { collect, positiveInteger } from "../flags.ts";
import { followRun } from "../follow.ts";
import { printJson } from "../print.ts";
import { type Session, withSession } from "../session.ts";
import { printSummary } from "../summary.ts";

interface RunFlags extends BudgetFlags {
	protocol: string;
	harness?: string;
	model?: string;
	role: string[];
	loops?: number;
	set: string[];
	language: "en" | "zh";
	json?: boolean;
}

export function addRun(program: Command): void {
	const command = program
		.command("run")
		.argument("<dir>", "folder with a spec (copied, never written), or a Markdown file")
		.description("run a project without a page; exit 0 only if the run completed")
		.option("--protocol <protocol>", "which loop", "hoh")
		.option("--harness <harness>", "who plays every role")
		.option("--model <model>", "model of every role (scripted: the scenario)")
		.option("--role <role=harness:model>", "who plays one role; repeatable", collect, [])
		.option("--loops <n>", "how many loops", positiveInteger("--loops"))
		.option("--set <key=value>", "option of the protocol; repeatable", collect, [])
		.option("--language <language>", "language of the prompts: en or zh", "en")
		.option("--json", "print one JSON object; progress goes to stderr")
		.action(async (directory: string, flags: RunFlags) => {
			const input = await inputOf(directory, flags);
			await withSession(async (session) => {
				process.exitCode = await runToItsEnd(session, input, flags.json === true);
			});
		});
	addBudgetFlags(command).addOption(onBudget);
}

async function inputOf(directory: string, flags: RunFlags): Promise<StartRunInput> {
	const protocol = findProtocol(flags.protocol);
	return {
		source: { kind: "folder", path: path.resolve(directory) },
		protocol: protocol.id,
		options: optionsOf(flags.set, flags.loops),
		bindings: bindingsOf(flags, protocol),
		budgets: budgetsOf(flags) as StartRunInput["budgets"],
		language: flags.language,
		project: null,
	};
}

/** @throws CliError 2 with the list of known protocols */
export function findProtocol(id: string): ProtocolDefinition {
	const definitions: ProtocolDefinition[] = Object.values(protocolDefinitions);
	const found = definitions.find((definition) => definition.id === id);
	if (found) return found;
	const known = definitions.map((definition) => definition.id);
	throw new CliError(2, sentence(unknownWord("--protocol", "protocol", id, known)));
}

/** Starts a run, follows it, prints its summary; gives the exit code. */
export async function runToItsEnd(
	session: Session,
	input: StartRunInput,
	json: boolean,
): Promise<0 | 1 | 2 | 3> {
	const { runId } = await session.api.runs.start.mutate(input);
	const end = await followRun(session, runId, { quiet: json });
	const summary = await session.api.runs.summary.query({ runId });
	if (json) printJson(summary);
	else printSummary(summary);
	return exitCodeOf(end);
}
