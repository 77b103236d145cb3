import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { startModelServer } from "../support/scripted-model-server.mjs";
import { fuseline } from "./cli.ts";
import { type Became, type FailureCase, good, lanesOf, projectFor } from "./failure-cases.ts";
import { homes, testHome } from "./homes.ts";
import { listPlaces, processesWith } from "./leftovers.ts";
import { spec } from "./project.ts";

export interface Seen extends Became {
	/** the CLI's own words for it */
	message: string;
	calls: number;
	seconds: number;
	/** processes and files that should not be there */
	left: string[];
}

/** Seconds after which a run is stopped that should have ended or asked long ago. */
const patience = (id: string) => (id === "opencode" ? 400 : 160);

interface Row {
	status: string;
	endCause: string | null;
	waitUntil: number | null;
}
interface Call {
	outcome: string | null;
	errorKind: string | null;
	message: string | null;
	endedAt: number | null;
}

/** One case on one CLI: a whole run of the real program, through the real runner, in a HOME and data directory of its own. */
export async function runFailing(id: string, testCase: FailureCase, busy: number): Promise<Seen> {
	const base = mkdtempSync(join(tmpdir(), "fuseline-harness-"));
	const home = testHome();
	const [data, project, temporary] = ["data", "project", "tmp"].map((name) => join(base, name)) as [
		string,
		string,
		string,
	];
	for (const directory of [project, temporary]) mkdirSync(directory);
	writeFileSync(join(project, "spec.md"), spec);
	writeFileSync(join(project, "fuseline.json"), JSON.stringify(projectFor(id, busy)));
	const lanes = lanesOf(testCase);
	const server = await startModelServer({ scenario: { lanes } });
	const cli = homes[id];
	if (!cli) throw new Error(`no home for ${id}`);
	const environment: Record<string, string> = {
		PATH: process.env.PATH ?? "/usr/bin:/bin",
		HOME: home,
		TMPDIR: temporary,
		FUSELINE_DATA_DIR: data,
		FUSELINE_PORT: "0",
		FUSELINE_HARNESS_CACHE: testCase.lingers
			? lingering(base, id)
			: (process.env.FUSELINE_HARNESS_CACHE ?? ""),
		...cli.prepare(home, server.url),
	};
	cli.hurry(home);
	const before = listPlaces({ home, temporary });
	const roles = testCase.protocol === "hoh" ? ["planner", "developer", "tester"] : ["developer"];
	const started = performance.now();
	try {
		const running = fuseline(
			[
				"run",
				project,
				"--protocol",
				testCase.protocol ?? "vanilla",
				...(testCase.protocol === "hoh" ? ["--loops", "1"] : []),
				...roles.flatMap((role) => ["--role", `${role}=${id}:${cli.model(role)}`]),
				"--json",
			],
			environment,
		);
		let over = false;
		void running.then(() => {
			over = true;
		});
		let late = "";
		const limit = setTimeout(
			() => {
				const status = read(data)?.run.status ?? "";
				late = /running|waiting/.test(status) ? "still trying" : `still ${status}`;
				void fuseline(["stop", "latest"], environment);
			},
			patience(id) * busy * 1000,
		);
		const note = await act(testCase, { base, data, environment, lanes, over: () => over });
		const said = await running;
		clearTimeout(limit);
		const facts = read(data);
		if (!facts) throw new Error(`no run was made: ${said.stderr.slice(-2000)}`);
		return {
			...(late === "" ? judge(facts, note) : { ...judge(facts, note), reaction: late }),
			message: facts.calls[0]?.message ?? "",
			calls: facts.calls.length,
			seconds: Math.round((performance.now() - started) / 1000),
			left: [
				...processesWith(base).map(({ pid, command }) => `process ${pid} ${command.slice(0, 80)}`),
				...[...listPlaces({ home, temporary })].filter((path) => !before.has(path)),
			],
		};
	} finally {
		await server.close();
		for (const { pid } of processesWith(base)) {
			try {
				process.kill(pid, "SIGKILL");
			} catch {
				// it has just ended by itself
			}
		}
		for (const directory of [base, home]) rmSync(directory, { recursive: true, force: true });
	}
}

/** A cache in which the CLI is a wrapper: it runs the real one to its end, and then stays. */
function lingering(base: string, id: string): string {
	const real = process.env.FUSELINE_HARNESS_CACHE ?? "";
	const stamp = JSON.parse(readFileSync(join(real, id, "stamp.json"), "utf8")) as { program: string };
	const name = { codex: "codex", "claude-code": "claude", opencode: "opencode", pi: "pi", gemini: "gemini" }[
		id
	];
	const directory = join(base, "cache", id, "bin");
	mkdirSync(directory, { recursive: true });
	const path = join(directory, name ?? id);
	writeFileSync(path, `#!/bin/sh\n"${stamp.program}" "$@"\n[ "$1" = --version ] || exec sleep 600\n`);
	chmodSync(path, 0o755);
	return join(base, "cache");
}

interface Stage {
	base: string;
	data: string;
	environment: Record<string, string>;
	lanes: ReturnType<typeof lanesOf>;
	over(): boolean;
}

/** What a person or the system does in the middle; gives what the end alone doesn't tell. */
async function act(testCase: FailureCase, stage: Stage): Promise<string> {
	const until = async <Found>(find: () => Found | undefined | null | false) => {
		for (let tries = 0; tries < 1500 && !stage.over(); tries += 1) {
			const found = find();
			if (found) return found;
			await sleep(200);
		}
		return null;
	};
	if (testCase.act === "resume-when-waiting") {
		const waiting = await until(() => {
			const facts = read(stage.data);
			return facts?.run.status === "waiting" && facts.calls[0]?.errorKind === "quota" ? facts : null;
		});
		if (waiting === null) return "";
		const left = Math.round(((waiting.run.waitUntil ?? 0) - (waiting.calls[0]?.endedAt ?? 0)) / 60_000);
		stage.lanes.developer.turns = good;
		await fuseline(["resume", "latest"], stage.environment);
		return `waits until +${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}, resumed`;
	}
	if (testCase.act === undefined) return "";
	const inTool = () =>
		processesWith(stage.base).some(({ command }) => command.startsWith("perl -e sleep 600"));
	if ((await until(inTool)) === null) return "never reached its tool";
	// the model goes on with the next turn when it is asked again
	if (testCase.act === "stop") await fuseline(["stop", "latest"], stage.environment);
	else for (const pid of cliProcesses(stage.base)) process.kill(pid, testCase.act);
	return "";
}

/** The CLI itself: what the sandbox's own first process has started. */
function cliProcesses(base: string): number[] {
	const ours = processesWith(base);
	const wrappers = new Set(ours.filter(({ command }) => /^\S*bwrap /.test(command)).map(({ pid }) => pid));
	return ours
		.filter(({ pid }) => !wrappers.has(pid))
		.filter(({ pid }) => {
			const parent = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[1];
			return wrappers.has(Number(parent));
		})
		.map(({ pid }) => pid);
}

interface Facts {
	run: Row;
	calls: Call[];
	candidates: number;
	/** calls of the step that had most */
	attempts: number;
	corrections: number;
}

function read(data: string): Facts | null {
	const file = join(data, "fuseline.sqlite");
	if (!existsSync(file)) return null;
	const db = new Database(file, { readonly: true });
	try {
		const run = db.prepare("SELECT status, endCause, waitUntil FROM Run").get() as Row | undefined;
		if (!run) return null;
		const calls = db
			.prepare("SELECT outcome, errorKind, message, endedAt FROM Invocation ORDER BY id")
			.all() as Call[];
		const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
		return {
			run,
			calls,
			candidates: count("SELECT count(*) n FROM Candidate WHERE loop > 0"),
			attempts: count("SELECT coalesce(max(attempt), 0) n FROM Invocation"),
			corrections: count("SELECT count(*) n FROM Event WHERE kind = 'role.corrected'"),
		};
	} catch {
		// the schema is just being laid
		return null;
	} finally {
		db.close();
	}
}

function judge({ run, calls, candidates, attempts, corrections }: Facts, note: string): Became {
	const first = calls[0];
	const words: string[] = [];
	if (note !== "") words.push(note);
	else if (corrections > 0) words.push("corrected");
	else if (attempts > 1 && run.status !== "needs_input") words.push("tried again");
	if (run.status === "needs_input") words.push("asks");
	else if (candidates > 0 && run.endCause === "completed") words.push("candidate frozen");
	else words.push(`${words[0] === "tried again" ? "then " : ""}${run.status} ${run.endCause ?? ""}`.trim());
	return {
		first: first ? [first.outcome, first.errorKind].filter(Boolean).join("/") : "no call",
		reaction: words.join(", "),
	};
}
