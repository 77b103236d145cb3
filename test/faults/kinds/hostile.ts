import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunView } from "../../../server/domain/run-view.ts";
import { viewOf } from "../inspect.ts";
import type { Kind, Trial } from "../kind.ts";
import { counter, oneLoop, report } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, type Room } from "../room.ts";

interface Hostile {
	id: string;
	title: string;
	quick?: number;
	full?: number;
	/** what the Developer does; `steps` may name paths of the room */
	steps(room: Room, trial: Trial): unknown[];
	/** what must be so at the end; a sentence if it isn't */
	expect(view: RunView, room: Room, runId: string): string | null;
	environment?: Record<string, string>;
	protocol?: "hoh";
	spec?: string;
	control?: Kind["control"];
}

const done = [{ write: { path: "done.txt", content: "done\n" } }, report];

/** A run of one call that goes wrong in one way; it must come to its end, with a reason, and leave nothing behind. */
function kindOf(hostile: Hostile): Kind {
	return {
		id: hostile.id,
		title: hostile.title,
		quick: hostile.quick ?? 1,
		full: hostile.full ?? 5,
		...(hostile.control ? { control: hostile.control } : {}),
		run: (trial) =>
			inRoom(async (room) => {
				const steps = hostile.steps(room, trial);
				const run = oneLoop(steps, { spec: hostile.spec ?? "# A counter\n\nIt counts.\n" });
				const runId = await room.world.queue({ ...run, protocol: hostile.protocol ?? "vanilla" });
				trial.injected();
				await carryToEnd(room, runId, trial, 150_000);
				const wrong = hostile.expect(viewOf(room.world, runId), room, runId);
				if (wrong !== null) trial.harm("wrong", wrong);
				await inspectRest(room, runId, trial);
			}, hostile.environment ?? {}),
	};
}

const ended = (view: RunView) =>
	view.status === "ended" && view.endCause !== null ? null : `the run is ${view.status} (${view.detail})`;
const frozen = (view: RunView) => ended(view) ?? (view.rows[0]?.candidate ? null : "there is no candidate");

function texts(room: Room, runId: string, kind: string): string {
	const rows = room.world.store.db
		.prepare("SELECT data FROM Event WHERE runId = ? AND kind = ?")
		.all(runId, kind);
	return (rows as { data: string }[]).map((row) => row.data).join("\n");
}

/** The run ended, its log names the reason, and no version was made of it. */
const refusedBecause = (words: RegExp) => (view: RunView, room: Room, runId: string) => {
	if (ended(view)) return ended(view);
	if (view.rows[0]?.candidate) return "a version was made of it";
	return words.test(texts(room, runId, "notice")) ? null : `no notice says why (${words})`;
};

const lingering = (room: Room) => [
	{ fork: { command: `sleep 3600; : ${room.token}`, setsid: true } },
	{ fork: { command: `exec env -i setsid sh -c 'sleep 3600; : ${room.token}'` } },
	{ fork: { command: `(setsid sh -c 'trap "" TERM HUP INT; sleep 3600; : ${room.token}' &) ; exit` } },
	{ run: { command: `nohup sh -c 'sleep 3600; : ${room.token}' >/dev/null 2>&1 &`, allowFailure: true } },
	{
		run: {
			command: `env -i ${process.execPath} -e 'require("net").createServer().listen(0, "127.0.0.1"); "${room.token}"' >/dev/null 2>&1 &`,
			allowFailure: true,
		},
	},
];

const answers: readonly { name: string; steps: unknown[] }[] = [
	{ name: "garbage", steps: [{ result: { text: "\u0001 not { json" } }] },
	{ name: "half JSON", steps: [{ result: { text: '{"status": "pass", "summ' } }] },
	{
		name: "6 MB",
		steps: [{ run: { command: "head -c 6000000 /dev/zero | tr '\\0' x > $FUSELINE_OUTBOX/result.json" } }],
	},
	{ name: "a link", steps: [{ run: { command: "ln -s /etc/passwd $FUSELINE_OUTBOX/result.json" } }] },
	{ name: "a pipe", steps: [{ run: { command: "mkfifo $FUSELINE_OUTBOX/result.json" } }] },
	{ name: "a folder", steps: [{ run: { command: "mkdir -p $FUSELINE_OUTBOX/result.json/x" } }] },
	{
		name: "broken UTF-8",
		steps: [
			{ run: { command: 'printf \'{"status":"pass","summary":"\\377"}\' > $FUSELINE_OUTBOX/result.json' } },
		],
	},
];

export const hostileKinds: readonly Kind[] = [
	{
		id: "flood",
		title: "64 MB on stdout (--full: 1 GB)",
		steps: (_room: Room, trial: Trial) => [
			{ flood: { bytes: trial.full ? 1_000_000_000 : 64_000_000 } },
			...done,
		],
		full: 2,
		expect: frozen,
	},
	{
		id: "long-line",
		title: "one line of 50 MB",
		steps: () => [{ misbehave: { kind: "long-line", bytes: 50_000_000 } }, ...done],
		full: 2,
		expect: frozen,
	},
	{
		id: "bad-bytes",
		title: "invalid UTF-8, NULs, half a line at the end",
		steps: () => [
			...done,
			{ misbehave: { kind: "invalid-utf8" } },
			{ raw: { line: "\u0000\u0000{\u0000}" } },
			{ misbehave: { kind: "half-line" } },
			{ exit: 0 },
		],
		expect: frozen,
	},
	{
		id: "closed-stdout",
		title: "closes stdout and works on",
		steps: () => [{ misbehave: { kind: "close-stdout" } }, { sleep: 200 }, ...done],
		expect: frozen,
	},
	{
		id: "crash",
		title: "the CLI crashes in its turn",
		steps: () => [{ write: { path: "half.txt", content: "x" } }, { crash: true }],
		expect: crashed,
	},
	{
		id: "forks",
		title: "leaves processes: setsid, env -i, TERM-proof, a server",
		quick: 2,
		steps: (room: Room) => [...lingering(room), ...done],
		expect: frozen,
		control: {
			says: "the same processes started beside a run that nobody sweeps",
			synthetic: false,
			quick: true,
			run: (trial: Trial) => inRoom((room) => leaveOne(room, trial)),
		},
	},
	{
		id: "forks-unwalled",
		title: "the same where there is no sandbox",
		quick: 2,
		environment: { FUSELINE_SANDBOX: "off" },
		steps: (room: Room) => [...lingering(room), { sleep: 60 }, ...done],
		expect: frozen,
	},
	{
		id: "memory",
		title: "a child that takes 300 MB",
		steps: () => [
			{
				run: {
					command: `${process.execPath} -e 'const a=[];for(let i=0;i<30;i++)a.push(Buffer.alloc(1e7,1))'`,
					allowFailure: true,
				},
			},
			...done,
		],
		full: 2,
		expect: frozen,
	},
	{
		id: "many-files",
		title: "3,000 new files (--full: 30,000)",
		steps: (_room: Room, trial: Trial) => [
			{ run: { command: `mkdir many && cd many && seq ${trial.full ? 30_000 : 3_000} | xargs touch` } },
			...done,
		],
		full: 2,
		expect: frozen,
	},
	{
		id: "workspace-emptied",
		title: "deletes its own workspace",
		steps: (_room: Room) => [
			{ run: { command: 'rm -rf "$PWD"', allowFailure: true } },
			{ result: report.result },
		],
		expect: ended,
	},
	{
		id: "workspace-gone",
		title: "deletes its own workspace where there is no sandbox",
		environment: { FUSELINE_SANDBOX: "off" },
		steps: () => [{ run: { command: 'rm -rf "$PWD"', allowFailure: true } }, { result: report.result }],
		expect: refusedBecause(/deleted or replaced/),
	},
	{
		id: "git-edited",
		title: "plants hooks and fsmonitor in .git",
		steps: (room: Room) => [
			{
				run: {
					command: `git init -q . && git config core.fsmonitor 'touch ${room.world.root}/planted; false' && for h in post-checkout pre-commit; do printf '#!/bin/sh\\ntouch ${room.world.root}/planted\\n' > .git/hooks/$h; chmod +x .git/hooks/$h; done; mkdir sub && cd sub && git init -q . && echo x > f`,
				},
			},
			...done,
		],
		expect: (view: RunView, room: Room) =>
			frozen(view) ?? (existsSync(join(room.world.root, "planted")) ? "the planted program ran" : null),
	},
	{
		id: "special-files",
		title: "a pipe, a socket and a device in the workspace",
		steps: () => [
			{
				run: {
					command: `mkfifo pipe; mknod dev c 1 3 2>/dev/null; ${process.execPath} -e 'require("net").createServer().listen("sock", () => process.kill(process.pid, "SIGKILL"))'`,
					allowFailure: true,
				},
			},
			...done,
		],
		expect: refusedBecause(/pipe/),
	},
	{
		id: "odd-names",
		title: "names with newlines, broken UTF-8, case twins; links that lead out",
		steps: () => [
			{
				run: {
					command:
						"printf x > \"$(printf 'a\\nb')\"; printf x > \"$(printf '\\377\\376')\"; echo 1 > README; echo 2 > readme; ln -s /etc/passwd out; ln -s loop loop",
				},
			},
			...done,
		],
		expect: frozen,
	},
	{
		id: "own-records",
		title: "writes into the database, the contents and the run's files from inside",
		quick: 2,
		steps: (room: Room) => {
			const data = room.world.config.dataDirectory;
			return [
				{
					run: {
						command: `echo x >> ${data}/fuseline.sqlite; echo x >> ${data}/fuseline.sqlite-wal; rm -rf ${data}/projects ${data}/runs/*/candidate; echo x > ${data}/own; ls ${data} | grep -x fuseline.sqlite && echo SEEN > ${room.world.root}/home/seen; true`,
						allowFailure: true,
					},
				},
				...done,
			];
		},
		expect: (view: RunView, room: Room) =>
			frozen(view) ??
			(existsSync(join(room.world.config.dataDirectory, "own")) ? "it wrote into the data directory" : null),
	},
	...answers.map((answer, index) => ({
		id: `answer-${index + 1}`,
		title: `result.json is ${answer.name}`,
		full: 4,
		steps: () => [{ write: { path: "done.txt", content: "done\n" } }, ...answer.steps],
		expect: (view: RunView, room: Room, runId: string) =>
			frozen(view) ?? (leaked(room, runId) ? "what a link leads to was taken for the answer" : null),
	})),
	{
		id: "large-prompt",
		title: "a prompt of 1.5 MB",
		spec: `# A counter\n\n${"It counts to three. ".repeat(75_000)}\n`,
		steps: () => done,
		full: 2,
		expect: frozen,
	},
].map(kindOf);

function crashed(view: RunView, room: Room, runId: string): string | null {
	if (ended(view)) return ended(view);
	const call = room.world.store.db
		.prepare("SELECT outcome, message FROM Invocation WHERE runId = ?")
		.get(runId) as { outcome: string; message: string | null };
	if (call.outcome === "completed" || !call.message) return `the call says ${JSON.stringify(call)}`;
	return texts(room, runId, "notice").includes(call.message) ? null : "no notice says that the CLI crashed";
}

function leaked(room: Room, runId: string): boolean {
	const rows = room.world.store.db.prepare("SELECT result FROM Invocation WHERE runId = ?").all(runId);
	return (rows as { result: string | null }[]).some((row) => row.result?.includes("root:") === true);
}

/** Nobody ends what isn't a run's: the check for strays must see it. */
async function leaveOne(room: Room, trial: Trial): Promise<void> {
	const { spawn } = await import("node:child_process");
	spawn("env", ["-i", "setsid", "sh", "-c", `sleep 30; : ${room.token}`], {
		stdio: "ignore",
		detached: true,
	}).unref();
	const runId = await room.world.queue(oneLoop([...done], { protocol: "vanilla" }));
	await carryToEnd(room, runId, trial);
	await inspectRest(room, runId, trial);
}

/** Two loops without a sandbox: the first Developer puts a link to somebody's folder where the workspace was. */
export const workspaceLinked: Kind = {
	id: "workspace-linked",
	title: "replaces its workspace by a link where there is no sandbox",
	quick: 1,
	full: 4,
	run: (trial) =>
		inRoom(
			async (room) => {
				const outside = join(room.world.root, "outside");
				mkdirSync(outside);
				writeFileSync(join(outside, "mine.txt"), "mine");
				const run = counter(2);
				const { entries } = run.scenario as { entries: { role: string; loop?: number }[] };
				const link = { run: { command: `w="$PWD"; cd ..; rm -rf "$w"; ln -s ${outside} "$w"` } };
				const linked = entries.map((entry) =>
					entry.role === "developer" && entry.loop === 1 ? { ...entry, steps: [link, report] } : entry,
				);
				const runId = await room.world.queue({ ...run, scenario: { id: "linked", entries: linked } });
				trial.injected();
				await carryToEnd(room, runId, trial);
				const view = viewOf(room.world, runId);
				if (view.rows[0]?.candidate) trial.harm("corrupt", "a version was made of somebody's folder");
				if (!texts(room, runId, "notice").includes("deleted or replaced"))
					trial.harm("wrong", "no notice says what became of the workspace");
				if (!view.rows[1]?.candidate) trial.harm("wrong", `the second loop has no candidate: ${view.detail}`);
				if (readdirSync(outside).length !== 1)
					trial.harm("corrupt", "the second Developer wrote through the link");
				await inspectRest(room, runId, trial);
			},
			{ FUSELINE_SANDBOX: "off" },
		),
};
