import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { copyFiles, deletePath, replaceIn, writePath } from "./agent-files.ts";
import { misbehave } from "./agent-misbehave.ts";
import { type Call, emit, writeAll } from "./agent-output.ts";
import { endBackground, fork, look, lookAround, runCommand, serve } from "./agent-process.ts";
import type { Progress, Session } from "./agent-session.ts";
import { deriveReport } from "./derive.ts";
import type { PromptData } from "./prompt-data.ts";
import type { ProtocolLine } from "./protocol.ts";
import { type Scenario, type ScenarioStep, type Verb, verbOf } from "./scenario.ts";
import { fillTemplates } from "./template.ts";

export type Values = PromptData & Call;

/** Only what the agent says may refer to the prompt: code that it writes has braces of its own. */
const templated = new Set<Verb["verb"]>([
	"message",
	"reasoning",
	"final",
	"result",
	"outbox",
	"look",
	"emit",
]);

/** Runs the steps that aren't done yet; gives the exit code. A step that can't be done is a fatal error of the agent. */
export async function runSteps(
	scenario: Scenario,
	steps: ScenarioStep[],
	progress: Progress,
	session: Session,
	values: Values,
): Promise<number> {
	const talk = { last: "", final: null as string | null };
	for (let index = progress.done; index < steps.length; index += 1) {
		const step = steps[index] as ScenarioStep;
		const callId = `step-${values.loop}-${values.attempt}-${index + 1}`;
		const plain = verbOf(step);
		const verb = templated.has(plain.verb) ? verbOf(fillTemplates(step, values) as ScenarioStep) : plain;
		if (verb.verb === "exit") {
			progress.done = index + 1;
			session.save();
			endBackground();
			return verb.with;
		}
		// A crash is done as soon as it is meant, else a continued session would crash for ever.
		if (verb.verb === "crash" || verb.verb === "hang") {
			progress.done = index + 1;
			session.save();
		}
		try {
			await act(verb, callId, scenario, values, talk);
		} catch (error) {
			const words = error instanceof Error ? error.message : String(error);
			emit({
				type: "error",
				message: `step ${index + 1} (${verb.verb}): ${words}`,
				fatal: true,
				kind: "agent",
			});
			endBackground();
			return 1;
		}
		progress.done = index + 1;
		session.save();
	}
	progress.finished = true;
	session.save();
	endBackground();
	emit({ type: "done", text: talk.final ?? talk.last });
	return 0;
}

async function act(
	verb: Verb,
	callId: string,
	scenario: Scenario,
	values: Values,
	talk: { last: string; final: string | null },
): Promise<void> {
	switch (verb.verb) {
		case "write":
			return writePath(values.workspace, scenario.files, verb.with, callId);
		case "copy":
			return copyFiles(values.workspace, scenario.files, verb.with, callId);
		case "replace":
			return replaceIn(values.workspace, verb.with, callId);
		case "delete":
			return deletePath(values.workspace, verb.with.path, callId);
		case "run":
			return runCommand(verb.with, callId, values);
		case "serve":
			return serve(verb.with, callId, values);
		case "look":
			return Array.isArray(verb.with)
				? lookAround(verb.with, callId, values)
				: look(verb.with, callId, values.appUrl);
		case "emit":
			return writeAll(`${JSON.stringify(verb.with.event)}\n`);
		case "raw":
			return writeAll(`${verb.with.line}\n`);
		case "usage":
			return emit({ type: "usage", ...verb.with } as ProtocolLine);
		case "message":
			talk.last = verb.with;
			return emit({ type: "message", text: verb.with });
		case "reasoning":
			return emit({ type: "reasoning", text: verb.with });
		case "result":
			return deliver(verb.with, values, talk);
		case "outbox":
			return putIntoOutbox(verb.with, values);
		case "final":
			talk.final = verb.with;
			return emit({ type: "message", text: verb.with });
		case "sleep":
			return wait(verb.with);
		case "grow":
			return grow(verb.with);
		case "crash":
			process.kill(process.pid, "SIGKILL");
			return wait(10_000);
		case "hang":
			for (;;) await wait(3_600_000);
		case "flood": {
			const line = `${JSON.stringify({ type: "note", text: "flood ".repeat(160) })}\n`;
			for (let sent = 0; sent < verb.with; sent += line.length) writeAll(line);
			return;
		}
		case "ignoreSignals":
			for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
			return;
		case "fork":
			return fork(verb.with, values.workspace);
		case "misbehave":
			return misbehave(verb.with, callId, values.workspace);
		case "exit":
			return;
	}
}

const held: Buffer[] = [];

/** Takes memory and keeps it; every page is written, so that it is really there. */
async function grow(step: Extract<Verb, { verb: "grow" }>["with"]): Promise<void> {
	for (let taken = 0; taken < step.megabytes; taken += step.stepMegabytes) {
		held.push(Buffer.alloc(step.stepMegabytes * 1_000_000, 1));
		await wait(step.everyMs);
	}
}

/** Writes the role's answer where the runtime looks for it first, or says it as the final message. */
function deliver(
	step: Extract<Verb, { verb: "result" }>["with"],
	values: Values,
	talk: { final: string | null },
): void {
	const answer =
		step.text ?? JSON.stringify(step.derive ? deriveReport(step.derive, values) : step.json, null, "\t");
	if (step.to === "message") {
		talk.final = answer;
		emit({ type: "message", text: answer });
		return;
	}
	mkdirSync(values.outbox, { recursive: true });
	writeFileSync(join(values.outbox, "result.json"), answer);
}

function putIntoOutbox(step: Extract<Verb, { verb: "outbox" }>["with"], values: Values): void {
	const target = join(values.outbox, step.path);
	mkdirSync(dirname(target), { recursive: true });
	if (step.fromWorkspace !== undefined) copyFileSync(join(values.workspace, step.fromWorkspace), target);
	else writeFileSync(target, step.content ?? "");
}
