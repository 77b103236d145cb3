import type { Command } from "commander";
import type { StartRunInput } from "../../domain/run.ts";
import type { NewRunView } from "../../domain/views.ts";
import { openInBrowser } from "../../process/open-in-browser.ts";
import { CliError } from "../exit.ts";
import { positiveInteger } from "../flags.ts";
import { printLine } from "../print.ts";
import { entryUrl, pageUrl, type Session, withSession } from "../session.ts";
import { findProtocol, runToItsEnd } from "./run.ts";

interface DemoFlags {
	loops?: number;
	json?: boolean;
	open: boolean;
}

export function addDemo(program: Command): void {
	program
		.command("demo")
		.description("run the bundled project to its end: no model, no key; then keep the dashboard open")
		.option("--loops <n>", "how many loops", positiveInteger("--loops"))
		.option("--json", "print one JSON object and leave")
		.option("--no-open", "don't open a browser, and leave at the end")
		.action(async (flags: DemoFlags) => {
			const staying = flags.json !== true && flags.open;
			// a dashboard that stays has its usual address
			if (staying) return withSession((...given) => demoWithDashboard(flags, ...given), atUsualPort);
			return withSession(async (session) => {
				process.exitCode = await playDemo(session, flags);
			});
		});
}

const atUsualPort = { environment: {}, untilInterrupted: true };

/** Opens the dashboard at the start and keeps it open after the run's end until Ctrl-C. */
async function demoWithDashboard(
	flags: DemoFlags,
	session: Session,
	interrupted: Promise<"interrupted">,
): Promise<void> {
	printLine(`dashboard: ${pageUrl(session.daemon)}`);
	openInBrowser(entryUrl(session.daemon));
	const code = await Promise.race([playDemo(session, flags), interrupted]);
	if (code === "interrupted") return;
	process.exitCode = code;
	printLine(`dashboard: ${pageUrl(session.daemon)}`);
	if (!session.own) return;
	printLine("It stays open until Ctrl-C.");
	await interrupted;
}

async function playDemo(session: Session, flags: DemoFlags): Promise<0 | 1 | 2 | 3> {
	const start = await session.api.newRun.start.query({});
	return await runToItsEnd(session, demoInput(start, flags.loops), flags.json === true);
}

/** The first bundled project, played by the scripted harness. */
export function demoInput(start: NewRunView, loops: number | undefined): StartRunInput {
	const demo = start.demos[0];
	if (!demo) throw new CliError(1, "this installation has no bundled project: install it anew");
	const scenarios = start.doctor.harnesses.find(({ id }) => id === "scripted")?.scenarios ?? [];
	const scenario = scenarios.find(({ id }) => id === demo.id) ?? scenarios[0];
	const protocol = findProtocol("hoh");
	const binding = { harness: "scripted", model: scenario?.id ?? demo.id };
	return {
		source: { kind: "demo", id: demo.id },
		protocol: protocol.id,
		options: loops === undefined ? {} : { loops },
		bindings: Object.fromEntries(protocol.roles.map(({ role, access }) => [role, { ...binding, access }])),
		budgets: {},
		language: "en",
		project: null,
	};
}
