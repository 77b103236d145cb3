import type { Command } from "commander";
import { counted } from "../../domain/counted.ts";
import { addBudgetFlags, type BudgetFlags, budgetsOf } from "../budget-flags.ts";
import { CliError, exitCodeOf } from "../exit.ts";
import { followRun } from "../follow.ts";
import { printJson, printLine, printNote } from "../print.ts";
import { type Session, withSession } from "../session.ts";

interface JsonFlag {
	json?: boolean;
}

/** `pause`, `resume`, `stop`, `answer`: a command is stored and holds even if its run starts again later. */
export function addControls(program: Command): void {
	addStop(program);
	const words = { pause: "pauses after its step", resume: "goes on" } as const;
	for (const [name, effect] of Object.entries(words) as [keyof typeof words, string][]) {
		const command = program
			.command(name)
			.argument("<run>", "id, project/number or `latest`")
			.description(`${name} a run: it ${effect}`)
			.option("--json", "print one JSON object")
			.action((reference: string, flags: JsonFlag & BudgetFlags) =>
				send(name, reference, flags, `the run ${effect}`, ({ api }, runId) => {
					const budgets = budgetsOf(flags);
					return Object.keys(budgets).length > 0
						? api.runs.raiseBudget.mutate({ runId, budgets, resume: true })
						: api.runs[name].mutate({ runId });
				}),
			);
		if (name === "resume")
			addBudgetFlags(command.summary("go on with a run; with --budget-…, with more of it"));
	}
	program
		.command("answer")
		.argument("<run>", "id, project/number or `latest`")
		.argument("<text>", "the answer")
		.description("answer what a run asks")
		.option("--json", "print one JSON object")
		.action((reference: string, text: string, flags: JsonFlag) =>
			send("answer", reference, flags, "answered", ({ api }, runId) =>
				api.runs.answer.mutate({ runId, text }),
			),
		);
}

function addStop(program: Command): void {
	program
		.command("stop")
		.argument("[run]", "id, project/number or `latest`")
		.description("stop a run: it ends now")
		.option("--all", "stop every run at work and end whatever of Fuseline's still runs")
		.option("--json", "print one JSON object")
		.action((reference: string | undefined, flags: JsonFlag & { all?: boolean }) => {
			if ((reference === undefined) === (flags.all !== true)) {
				throw new CliError(2, "say which run to stop, or --all for every one");
			}
			if (reference === undefined) return stopAll(flags);
			return send("stop", reference, flags, "the run ends now", ({ api }, runId) =>
				api.runs.stop.mutate({ runId }),
			);
		});
}

function stopAll(flags: JsonFlag): Promise<void> {
	return withSession(async ({ api }) => {
		const done = await api.processes.stopAll.mutate({ confirm: "stop all" });
		if (flags.json) return printJson(done);
		printLine(
			`${counted(done.stopped.length, "run")} stopped, ${counted(done.ended, "left-over process", "left-over processes")} ended`,
		);
		if (done.resting > 0) printNote(`${counted(done.resting, "run")} at rest: no process, left as they are`);
	});
}

/** Pausing and stopping are done when they are said; a run that is to go on needs a daemon to live in. */
const goesOn = { pause: false, stop: false, resume: true, answer: true } as const;

function send(
	name: keyof typeof goesOn,
	reference: string,
	flags: JsonFlag,
	done: string,
	act: (session: Session, runId: string) => Promise<unknown>,
): Promise<void> {
	return withSession(async (session) => {
		const { runId } = await session.api.runs.resolve.query({ reference });
		const { view } = await session.api.runs.view.query({ runId });
		await act(session, runId);
		if (!flags.json) printLine(done);
		if (session.own && goesOn[name]) {
			printNote("no daemon was running, so the run is followed here; Ctrl-C suspends it");
			const end = await followRun(session, runId, { quiet: flags.json === true, after: view.seq });
			process.exitCode = exitCodeOf(end);
		}
		if (flags.json) printJson({ runId, ok: true });
	});
}
