import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { runCampaign } from "./campaign.ts";
import { leaveGround, takeGround } from "./ground.ts";
import { kinds } from "./registry.ts";
import { summaryOf, tableOf } from "./table.ts";
import { writeUntilKilled } from "./write-until-killed.ts";

export interface FaultFlags {
	full?: boolean;
	quick?: boolean;
	seed?: number;
	only?: string[];
	at?: number;
	lanes?: number;
	controls?: boolean;
	json?: boolean;
	verbose?: boolean;
	/** forget what an earlier start has done */
	fresh?: boolean;
}

/** The fault campaign: what `fuseline faults` runs. Gives the exit code: 0 only if nothing was harmed. */
export async function faults(flags: FaultFlags, buildDirectory: string): Promise<number> {
	const seed = flags.seed ?? (flags.full === true ? 1 : Math.floor(Math.random() * 1_000_000));
	const wrong = (flags.only ?? []).find((id) => !kinds.some((kind) => kind.id === id));
	if (wrong !== undefined || (flags.full === true && flags.quick === true)) {
		process.stderr.write(
			wrong === undefined
				? "fuseline: give --quick or --full, not both\n"
				: `fuseline: there is no kind of fault "${wrong}"; choose from ${kinds.map(({ id }) => id).join(", ")}\n`,
		);
		return 2;
	}
	const progressFile = flags.full === true ? join(buildDirectory, `faults-${seed}.jsonl`) : null;
	if (flags.fresh === true && progressFile !== null) rmSync(progressFile, { force: true });
	takeGround();
	process.on("exit", leaveGround);
	for (const [signal, code] of [
		["SIGINT", 130],
		["SIGTERM", 143],
		["SIGHUP", 129],
	] as const)
		process.on(signal, () => stopped(code, progressFile));
	const begun = performance.now();
	const results = await runCampaign(kinds, {
		seed,
		full: flags.full === true,
		only: flags.only ?? [],
		at: flags.at ?? null,
		lanes: flags.lanes ?? 2,
		controls: flags.controls === true ? "only" : "with",
		progressFile,
		build: hashOf(buildDirectory),
		say: (line) => {
			if (flags.verbose === true || line.startsWith("  ")) process.stderr.write(`${line}\n`);
		},
	});
	const summary = summaryOf(seed, results);
	if (flags.json === true) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
	else process.stdout.write(tableOf(summary, results, performance.now() - begun));
	return summary.failures.length === 0 ? 0 : 1;
}

/** Nothing of the trials that are under way stays; the next start does them again and no other. */
function stopped(code: number, progressFile: string | null): never {
	const how = progressFile === null ? "" : "; started again with the same --full and --seed it goes on";
	process.stderr.write(`fuseline: the campaign is stopped${how}\n`);
	process.exit(code);
}

/** Of the programs whose survival is tried. */
function hashOf(buildDirectory: string): string {
	const hash = createHash("sha256");
	for (const program of ["runner.mjs", "daemon.mjs"])
		hash.update(readFileSync(join(buildDirectory, program)));
	return hash.digest("hex").slice(0, 16);
}

// started by a kind as a program of its own
if (basename(process.argv[1] ?? "") === "faults.mjs") {
	const [what, runId = "", mode = "", number = "1"] = process.argv.slice(2);
	if (what === "--writer") await writeUntilKilled(runId, mode, Number(number));
}
