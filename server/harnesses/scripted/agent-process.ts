import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Call, emit } from "./agent-output.ts";
import type { Verb } from "./scenario.ts";

type With<Name extends Verb["verb"]> = Extract<Verb, { verb: Name }>["with"];

const background: ChildProcess[] = [];
const outputLimit = 64 * 1024;

/** Runs a shell command in the workspace and reports it as a tool call with its exit code. */
export async function runCommand(step: With<"run">, callId: string, call: Call): Promise<void> {
	const input = step.command;
	emit({ type: "tool_started", callId, name: "shell", input });
	if (step.background) {
		background.push(
			spawn("sh", ["-c", input], {
				cwd: call.workspace,
				stdio: "ignore",
				detached: true,
				env: environmentOf(call),
			}),
		);
		return emit({
			type: "tool_ended",
			callId,
			name: "shell",
			input,
			ok: true,
			output: "runs in the background",
		});
	}
	const { code, output } = await capture(input, call);
	emit({ type: "tool_ended", callId, name: "shell", input, ok: code === 0, exitCode: code, output });
	if (step.record !== undefined) writeFileSync(join(call.outbox, step.record), output);
	if (code !== 0 && !step.allowFailure) throw new Error(`exit code ${code}: ${output.slice(-500)}`);
}

/** What commands of the agent can know of the call. */
function environmentOf(call: Call): NodeJS.ProcessEnv {
	return { ...process.env, FUSELINE_OUTBOX: call.outbox, FUSELINE_APP_URL: call.appUrl ?? "" };
}

function capture(command: string, call: Call): Promise<{ code: number; output: string }> {
	return new Promise((done, fail) => {
		const child = spawn("sh", ["-c", command], {
			cwd: call.workspace,
			stdio: ["ignore", "pipe", "pipe"],
			env: environmentOf(call),
		});
		let output = "";
		const take = (chunk: Buffer) => {
			if (output.length < outputLimit) output += chunk.toString("utf8");
		};
		child.stdout.on("data", take);
		child.stderr.on("data", take);
		child.on("error", fail);
		child.on("close", (code, signal) => done({ code: code ?? (signal === null ? 1 : 128), output }));
	});
}

/** Starts a server of the agent's own and waits, at most 10 s, until its port answers. */
export async function serve(step: With<"serve">, callId: string, call: Call): Promise<void> {
	const input = step.command;
	emit({ type: "tool_started", callId, name: "serve", input });
	const environment = { ...environmentOf(call), PORT: String(step.port) };
	const child = spawn("sh", ["-c", input], {
		cwd: call.workspace,
		stdio: "ignore",
		detached: true,
		env: environment,
	});
	background.push(child);
	for (let tries = 0; tries < 200; tries += 1) {
		if (await answers(step.port)) {
			return emit({
				type: "tool_ended",
				callId,
				name: "serve",
				input,
				ok: true,
				output: `port ${step.port} answers`,
			});
		}
		if (child.exitCode !== null) break;
		await wait(50);
	}
	emit({ type: "tool_ended", callId, name: "serve", input, ok: false, exitCode: child.exitCode });
	throw new Error(`the server does not answer on port ${step.port}`);
}

function answers(port: number): Promise<boolean> {
	return new Promise((done) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => {
			socket.destroy();
			done(true);
		});
		socket.once("error", () => done(false));
	});
}

/** Uses the tester's browser by its command. What fails is reported, it does not end the agent. */
export async function lookAround(lines: readonly string[], callId: string, call: Call): Promise<void> {
	for (const [index, line] of lines.entries()) {
		const id = `${callId}.${index + 1}`;
		await runCommand({ command: `fuseline-look ${line}`, background: false, allowFailure: true }, id, call);
	}
}

/** Fetches a page of the running candidate. A failing answer is reported, it does not end the agent. */
export async function look(
	step: Exclude<With<"look">, string[]>,
	callId: string,
	appUrl: string | null,
): Promise<void> {
	const input = `GET ${step.path}`;
	emit({ type: "tool_started", callId, name: "look", input });
	let ok = false;
	let output = "there is no running candidate to look at";
	if (appUrl !== null) {
		try {
			const response = await fetch(new URL(step.path, appUrl), { signal: AbortSignal.timeout(15_000) });
			const text = await response.text();
			ok = response.ok && (step.contains === undefined || text.includes(step.contains));
			output = `${response.status}\n${text.slice(0, 2000)}`;
		} catch (error) {
			output = error instanceof Error ? error.message : String(error);
		}
	}
	emit({ type: "tool_ended", callId, name: "look", input, ok, exitCode: ok ? 0 : 1, output });
}

/** Leaves a process behind, as careless tools do; never ended here. */
export function fork(step: With<"fork">, workspace: string): void {
	spawn("sh", ["-c", step.command], { cwd: workspace, stdio: "ignore", detached: step.setsid }).unref();
}

/** Ends servers and background commands with their process groups. */
export function endBackground(): void {
	for (const child of background.splice(0)) {
		try {
			if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
		} catch {
			// it ended by itself
		}
	}
}
