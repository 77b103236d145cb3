import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { logFile, root } from "./places.mjs";

/** Ends set-up with one line that says what and how to mend it. */
export class SetupError extends Error {}

/** One line on stderr: stdout belongs to the command that is run afterwards. */
export function say(text) {
	process.stderr.write(`fuseline: ${text}\n`);
}

/** Says what begins, and how long it took when it took longer than a moment. */
export async function step(title, work) {
	const started = Date.now();
	say(`${title} …`);
	await work();
	const seconds = (Date.now() - started) / 1000;
	if (seconds > 2) say(`${title}: done in ${seconds.toFixed(0)} s`);
}

/**
 * Runs a program with its output in the log file.
 * @throws SetupError with its last line unless it ends with 0
 */
export async function run(argv, { environment = {}, timeoutMs = 30 * 60_000, failed } = {}) {
	mkdirSync(path.dirname(logFile), { recursive: true });
	const log = openSync(logFile, "a");
	writeSync(log, `\n$ ${argv.join(" ")}\n`);
	const code = await new Promise((resolve) => {
		const child = spawn(argv[0], argv.slice(1), {
			cwd: root,
			env: { ...process.env, ...environment },
			stdio: ["ignore", log, log],
			timeout: timeoutMs,
			killSignal: "SIGKILL",
		});
		child.once("error", (error) => {
			writeSync(log, `${error.message}\n`);
			resolve(-1);
		});
		child.once("exit", (status) => resolve(status ?? -1));
	});
	closeSync(log);
	if (code !== 0)
		throw new SetupError(
			`${failed ?? `${argv[0]} failed`} (${lastLine()}). The whole output is in ${logFile}.`,
		);
}

function lastLine() {
	const lines = readFileSync(logFile, "utf8").trimEnd().split("\n");
	return (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, 300);
}
