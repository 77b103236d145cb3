import { pathToFileURL } from "node:url";
import { type Command, Option } from "commander";
import { loadConfig, overrideSettings } from "../../config.ts";
import { openInBrowser } from "../../process/open-in-browser.ts";
import { findDaemon, sleep } from "../daemon.ts";
import { wholeNumber } from "../flags.ts";
import { printLine } from "../print.ts";
import { entryUrl, pageUrl } from "../session.ts";

interface StartFlags {
	port?: number;
	host?: string;
	open: boolean;
	onExit?: string;
}

export function addStart(program: Command): void {
	program
		.command("start")
		.description("the daemon and the dashboard, until Ctrl-C")
		.option("--port <n>", "port of the dashboard; 0 = any free one", wholeNumber("--port", 0))
		.addOption(new Option("--host <host>", "this machine only").choices(["127.0.0.1", "localhost"]))
		.option("--no-open", "don't open a browser")
		.addOption(
			new Option(
				"--on-exit <what>",
				"what happens to living runs on Ctrl-C: suspend them, or keep them",
			).choices(["suspend", "keep"]),
		)
		.action(startDashboard);
}

/** This process becomes the daemon: nothing stands between it and the signals that end it. */
async function startDashboard(flags: StartFlags): Promise<void> {
	overrideSettings({
		...(flags.port === undefined ? {} : { FUSELINE_PORT: String(flags.port) }),
		...(flags.onExit === undefined ? {} : { FUSELINE_ON_EXIT: flags.onExit }),
	});
	const config = loadConfig();
	const running = findDaemon(config);
	if (!running) await import(pathToFileURL(config.entry("daemon")).href);
	let daemon = running ?? findDaemon(config);
	for (; !daemon; daemon = findDaemon(config)) await sleep(50);
	printLine(`dashboard: ${pageUrl(daemon)}`);
	if (flags.open) openInBrowser(entryUrl(daemon));
}
