import type { Command } from "commander";
import type { DoctorView } from "../../domain/views.ts";
import { printJson, printLine, printTable } from "../print.ts";
import { withSession } from "../session.ts";

export function addDoctor(program: Command): void {
	program
		.command("doctor")
		.description("what this machine has: harnesses, sandbox, browser, disk")
		.option("--json", "print one JSON object")
		.action((flags: { json?: boolean }) =>
			withSession(async ({ api }) => {
				const view = await api.doctor.get.query({ fresh: true });
				if (flags.json) printJson(view);
				else printDoctor(view);
			}),
		);
}

function printDoctor(view: DoctorView): void {
	const { sandbox, browser, dataDirectory } = view;
	printLine(`fuseline ${view.version} · node ${view.node} · ${view.platform}`);
	printLine(`data      ${dataDirectory.path}${dataDirectory.writable ? "" : " (can't be written)"}`);
	const wall = sandbox.tool === null ? "none" : `${sandbox.tool} ${sandbox.version ?? ""}`.trim();
	printLine(`sandbox   ${wall}${sandbox.mend ? `: ${sandbox.mend}` : ""}`);
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
		["harness", "installed", "version", "login", "hint"],
		view.harnesses.map((harness) => [
			harness.id,
			harness.installed ? "yes" : "no",
			harness.version ?? "–",
			harness.login,
			(harness.installed ? (harness.login === "no" ? harness.loginHint : "") : harness.installHint) ?? "",
		]),
	);
}
