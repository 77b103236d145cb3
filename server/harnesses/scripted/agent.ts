/**
 * The scripted agent: a program of its own, bundled to `.build/scripted.mjs` and started like any CLI. It stands outside the
 * import law of the pure folders: the files `agent*.ts` here read, write and spawn by themselves, as an agent does.
 *
 *     node scripted.mjs --call call.json < prompt
 *
 * Prints the lines of `protocol.ts`. Same scenario, same prompt, same lines: no time, no randomness in what it prints.
 */
import { readFileSync } from "node:fs";
import { type Call, emit } from "./agent-output.ts";
import { Session } from "./agent-session.ts";
import { runSteps } from "./agent-steps.ts";
import { readPromptData } from "./prompt-data.ts";
import { chooseEntry, parseScenario } from "./scenario.ts";

async function main(): Promise<number> {
	const at = process.argv.indexOf("--call");
	const path = process.argv[at + 1];
	if (at < 0 || path === undefined) {
		process.stderr.write("usage: node scripted.mjs --call call.json < prompt\n");
		return 2;
	}
	const call = JSON.parse(readFileSync(path, "utf8")) as Call;
	const prompt = readFileSync(0, "utf8");
	const scenario = parseScenario(JSON.parse(readFileSync(call.scenario, "utf8")), call.scenario);
	const session = Session.open(call.sessionId, call.resumed);
	if (session === null) {
		emit({ type: "error", message: `There is no session ${call.sessionId}.`, fatal: true, kind: "harness" });
		return 1;
	}
	emit({ type: "session", sessionId: call.sessionId, model: scenario.id });

	const unfinished = call.resumed ? session.unfinished(call.role) : null;
	const { data, problem } = readPromptData(prompt);
	const planned = data.acceptance.length > 0;
	const chosen =
		unfinished === null ? chooseEntry(scenario, { ...call, planned }) : entryAt(unfinished.index);
	if (chosen === null) {
		emit({
			type: "error",
			message: `The scenario "${scenario.id}" has no entry for the ${call.role}, loop ${call.loop}, attempt ${call.attempt}.`,
			fatal: true,
			kind: "harness",
		});
		return 1;
	}
	if (problem !== null) emit({ type: "note", text: problem });
	const values = { ...data, ...call };
	const progress = unfinished ?? session.begin(call, chosen.index);
	if (progress.done > 0) emit({ type: "note", text: `Goes on after step ${progress.done}.` });
	return runSteps(scenario, chosen.entry.steps, progress, session, values);

	function entryAt(index: number) {
		const entry = scenario.entries[index];
		return entry === undefined ? null : { entry, index };
	}
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		emit({
			type: "error",
			message: error instanceof Error ? error.message : String(error),
			fatal: true,
			kind: "harness",
		});
		process.exit(1);
	},
);
