import { existsSync } from "node:fs";
import type { Command } from "commander";
import { loadConfig } from "../../config.ts";
import { counted } from "../../domain/counted.ts";
import type { DoctorView } from "../../domain/doctor-view.ts";
import type { DeepCheckView } from "../../domain/upkeep-views.ts";
import { checkDeeply } from "../../upkeep/deep-check.ts";
import { CliError } from "../exit.ts";
import { positiveInteger } from "../flags.ts";
import { duration, printJson, printLine, printTable } from "../print.ts";
import { withSession } from "../session.ts";

export function addDoctor(program: Command): void {
	program
		.command("doctor")
		.description("what this machine has: harnesses, sandbox, browser, disk")
		.option("--deep", "check everything that is kept instead: databases, contents, references, logs")
		.option("--sample <n>", "with --deep: hash so many contents of each project", positiveInteger("--sample"))
		.option("--json", "print one JSON object")
		.action((flags: { json?: boolean; deep?: boolean; sample?: number }) => {
			if (flags.deep) return checkKept(flags);
			return withSession(async ({ api }) => {
				const view = await api.doctor.get.query({ fresh: true });
				if (flags.json) printJson(view);
				else printDoctor(view);
			});
		});
}

/** Reads the data directory in this very process: it must work where no daemon can start any more. */
async function checkKept(flags: { json?: boolean; sample?: number }): Promise<void> {
	const config = loadConfig();
	if (!existsSync(config.databaseFile)) throw new CliError(2, `there is no data in ${config.dataDirectory}`);
	const progress = (text: string) => {
		if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kchecking ${text}`);
	};
	const view = await checkDeeply(config, { sample: flags.sample ?? null, progress });
	if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
	if (flags.json) printJson(view);
	else printDeepCheck(view);
	if (!view.ok) process.exitCode = 1;
}

function printDeepCheck(view: DeepCheckView): void {
	const { contents, events, databases } = view;
	printLine(
		`${counted(databases.length, "database")}, ${contents.checked} of ${counted(contents.stored, "content")} hashed, ${counted(events.events, "event")} of ${counted(events.runs, "run")} (${duration(view.tookMs)})`,
	);
	if (contents.removed > 0)
		printLine(`removed by gc, as its notes say: ${counted(contents.removed, "content")}`);
	for (const note of view.notes) printLine(note);
	for (const { where, what, mend } of view.damages) printLine(`damaged: ${where}: ${what}. ${mend}`);
	printLine(view.ok ? "everything is whole" : `damaged: ${counted(view.damages.length, "thing")}`);
}

function printDoctor(view: DoctorView): void {
	const { sandbox, browser, dataDirectory } = view;
	printLine(`fuseline ${view.version} · node ${view.node} · ${view.platform}`);
	printLine(`data      ${dataDirectory.path}${dataDirectory.writable ? "" : " (can't be written)"}`);
	const wall = sandbox.tool === null ? "none" : `${sandbox.tool} ${sandbox.version ?? ""}`.trim();
	printLine(`sandbox   ${wall}${sandbox.mend ? `: ${sandbox.mend}` : ""}`);
	printLine(`limits    ${limitsLine(view.limits)}`);
	const visitor = browser.available ? `${browser.version ?? ""} at ${browser.path ?? ""}` : browser.problem;
	printLine(`browser   ${visitor}${browser.mend ? ` ${browser.mend}` : ""}`);
	const [price] = view.prices.problems;
	printLine(
		price
			? `prices    ${view.prices.path} can't be used: ${price.where}: ${price.what}${price.mend ? ` (${price.mend})` : ""}`
			: `prices    as of ${view.prices.asOf}; your own go into ${view.prices.path}`,
	);
	printLine("");
	printTable(
		["harness", "installed", "version", "login", "key", "tester's browser", "can", "path or what to do"],
		view.harnesses.map((harness) => [
			harness.id,
			harness.installed ? "yes" : "no",
			harness.version ?? "–",
			harness.login,
			keyPlace(harness),
			harness.eyes,
			Object.entries(abilities)
				.filter(([name]) => harness.capabilities[name as keyof typeof abilities])
				.map(([, word]) => word)
				.join(" ") || "–",
			(harness.installed && harness.login !== "no"
				? harness.path
				: harness.installed
					? harness.loginHint
					: harness.installHint) ?? "–",
		]),
	);
}

/** Seen with the real CLIs: even where the shell doesn't inherit the key, the CLI's own process lies open to it. */
function keyPlace({ keyVisibleToAgent, login }: DoctorView["harnesses"][number]): string {
	if (keyVisibleToAgent) return "in the agent's shell";
	return login === "not_needed" ? "–" : "in the CLI's process, not the shell";
}

function limitsLine({ by, enforced, problem }: DoctorView["limits"]): string {
	if (by === "watchdog") return `watchdog. ${problem ?? ""}`.trim();
	const kernel = enforced.length === 0 ? "" : `, limits of ${enforced.join(" and ")} held by the kernel`;
	return `cgroup: a call and all that it starts end together${kernel}; a watchdog for the rest`;
}

const abilities = {
	resume: "resume",
	outputSchema: "schema",
	mcp: "mcp",
	readOnlyTools: "read-only",
	maxTurns: "turns",
	cost: "cost",
} as const;
