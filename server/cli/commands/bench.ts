import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { loadConfig } from "../../config.ts";
import { CliError } from "../exit.ts";

/** The measures are no part of the product: they come from `test/bench`, bundled beside it. */
interface Bench {
	bench(names: string[], json: boolean): Promise<number>;
}

/** Measures speed, size and fairness on this machine against their targets. Needs no daemon; works in temporary folders. */
export function addBench(program: Command): void {
	program
		.command("bench")
		.argument("[name...]", "these measures alone")
		.description(
			"measure speed and size against their targets (some minutes; leave the machine alone meanwhile)",
		)
		.option("--json", "print one JSON list")
		.action(async (names: string[], flags: { json?: boolean }) => {
			const file = loadConfig().entry("bench");
			if (!existsSync(file)) throw new CliError(1, "The measures aren't built: run them by `npm run bench`.");
			const { bench } = (await import(pathToFileURL(file).href)) as Bench;
			process.exitCode = await bench(names, flags.json === true);
			// worlds that were measured may leave handles open; everything is said and closed by now
			process.exit();
		});
}
