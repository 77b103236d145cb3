import { Command, CommanderError } from "commander";
import { addBench } from "./commands/bench.ts";
import { addCandidates } from "./commands/candidate.ts";
import { addControls } from "./commands/control.ts";
import { addDemo } from "./commands/demo.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addFaults } from "./commands/faults.ts";
import { addParse } from "./commands/parse.ts";
import { addPins } from "./commands/pin.ts";
import { addProcesses } from "./commands/processes.ts";
import { addReads } from "./commands/read.ts";
import { addRun } from "./commands/run.ts";
import { addStart } from "./commands/start.ts";
import { addUpkeep } from "./commands/upkeep.ts";
import { explain } from "./exit.ts";
import { printNote } from "./print.ts";

const program = new Command("fuseline")
	.description("Autonomous development loops over coding CLIs, with proof of what each version can do.")
	.showSuggestionAfterError(true)
	.configureOutput({
		outputError: (text, write) => write(text.replace(/^error: /, "fuseline: ").replace(/\n+(?=.)/g, " ")),
	});

for (const add of [
	addStart,
	addDemo,
	addRun,
	addReads,
	addControls,
	addCandidates,
	addParse,
	addDoctor,
	addProcesses,
	addUpkeep,
	addPins,
	addFaults,
	addBench,
]) {
	add(program);
}
for (const command of [program, ...program.commands]) command.exitOverride();

try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		// commander has printed its words already; asking for help is no mistake
		process.exitCode = error.exitCode === 0 ? 0 : 2;
	} else {
		const { exitCode, line } = explain(error);
		printNote(`fuseline: ${line}`);
		process.exitCode = exitCode;
	}
}
