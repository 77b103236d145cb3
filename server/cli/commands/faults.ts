import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { loadConfig } from "../../config.ts";
import { CliError } from "../exit.ts";
import { wholeNumber } from "../flags.ts";

/** The campaign is no part of the product: it comes from `test/faults`, bundled beside it. */
interface Campaign {
	faults(flags: Record<string, unknown>, buildDirectory: string): Promise<number>;
}

/** Injects faults and counts what they harmed. Works in temporary folders of its own; needs no daemon. */
export function addFaults(program: Command): void {
	program
		.command("faults")
		.description("inject faults into real runs and count what is lost, doubled, orphaned or corrupt")
		.option("--quick", "some hundred faults in minutes (the default)")
		.option("--full", "some thousand in hours; started again it goes on where it was")
		.option("--seed <n>", "same seed, same faults", wholeNumber("--seed", 0))
		.option("--only <kind...>", "these kinds alone")
		.option("--at <trial>", "this trial of a kind alone", wholeNumber("--at", 0))
		.option("--lanes <n>", "trials at once (default 2)", wholeNumber("--lanes", 1))
		.option("--controls", "only show that each detector fires")
		.option("--fresh", "with --full: begin anew")
		.option("--verbose", "say what happens")
		.option("--json", "print one JSON object")
		.action(async (flags: Record<string, unknown>) => {
			const config = loadConfig();
			const file = config.entry("faults");
			if (!existsSync(file)) throw new CliError(1, "The campaign isn't built: run it by `npm run faults`.");
			const campaign = (await import(pathToFileURL(file).href)) as Campaign;
			process.exitCode = await campaign.faults(flags, config.buildDirectory);
		});
}
