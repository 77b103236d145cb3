import { spawn, spawnSync } from "node:child_process";
import type { RunView } from "../../../server/domain/run-view.ts";
import { viewOf } from "../inspect.ts";
import type { Control, Kind, Trial } from "../kind.ts";
import { oneLoop, report } from "../products.ts";
import { carryToEnd, inRoom, inspectRest, type Room, startRunner } from "../room.ts";
import {
	crashed,
	ended,
	frozen,
	nestedKept,
	neverRan,
	nothingWritten,
	notLeaked,
	refusedBecause,
} from "./hostile-ends.ts";

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

/** Most are judged by their end and their candidate. */
const byItsEnd = { sameAs: "flood" };

const done = [{ write: { path: "done.txt", content: "done\n" } }, report];

/** A run of one call that goes wrong in one way; it must come to its end, with a reason, and leave nothing behind. */
function kindOf(hostile: Hostile): Kind {
	return {
		id: hostile.id,
		title: hostile.title,
		quick: hostile.quick ?? 1,
		full: hostile.full ?? 5,
		control: hostile.control ?? byItsEnd,
		run: (trial) =>
			inRoom(async (room) => {
				const steps = hostile.steps(room, trial);
				const run = oneLoop(steps, { spec: hostile.spec ?? "# A counter\n\nIt counts.\n" });
				const runId = await room.world.queue({ ...run, protocol: hostile.protocol ?? "vanilla" });
				trial.injected();
				await carryToEnd(room, runId, trial, 150_000);
				judge(room, runId, hostile.expect, trial);
				await inspectRest(room, runId, trial);
			}, hostile.environment ?? {}),
	};
}

function judge(room: Room, runId: string, expect: Hostile["expect"], trial: Trial): void {
	const wrong = expect(viewOf(room.world, runId), room, runId);
	if (wrong !== null) trial.harm("wrong", wrong);
}

/** A control: the Developer does something else, or in another world; what is expected of the fault must not be so. */
const without = (
	says: string,
	steps: (room: Room) => unknown[],
	expect: Hostile["expect"],
	environment: Record<string, string> = {},
): Control => ({
	says,
	synthetic: false,
	quick: false,
	run: (trial) =>
		inRoom(async (room) => {
			const runId = await room.world.queue(oneLoop(steps(room), { protocol: "vanilla" }));
			await carryToEnd(room, runId, trial);
			judge(room, runId, expect, trial);
		}, environment),
});

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

const repositories =
	"git='git -c user.name=x -c user.email=x@x'; (mkdir born && cd born && $git init -q && echo 1 > kept && $git add . && $git commit -qm x && echo 2 > kept && echo new > new); (mkdir unborn && cd unborn && $git init -q && echo x > file)";

const copied = {
	result: { json: { status: "pass", summary: "root:x:0:0:root:/root:/bin/bash" } },
};

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
		control: {
			says: "the runner dies at the call's end, and no other comes",
			synthetic: false,
			quick: true,
			run: (trial: Trial) =>
				inRoom(async (room) => {
					const run = oneLoop([{ flood: { bytes: 1_000_000 } }, ...done], { protocol: "vanilla" });
					const runId = await room.world.queue(run);
					await startRunner(room, runId, "call.exited:1").finished;
					judge(room, runId, frozen, trial);
				}),
		},
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
		control: without("the CLI doesn't crash", () => done, crashed),
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
		control: { sameAs: "forks" },
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
		control: without("the workspace stays", () => done, refusedBecause(/deleted or replaced/)),
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
		expect: neverRan,
		control: {
			says: "somebody calls `git status` in such a workspace",
			synthetic: false,
			quick: true,
			run: (trial: Trial) =>
				inRoom(async (room) => {
					const runId = await room.world.queue(oneLoop([...done], { protocol: "vanilla" }));
					await carryToEnd(room, runId, trial);
					const script = `mkdir w && cd w && git init -q . && git config core.fsmonitor 'touch ${room.world.root}/planted; false' && git status`;
					spawnSync("sh", ["-c", script], { cwd: room.world.root });
					judge(room, runId, neverRan, trial);
				}),
		},
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
		control: without("there is no pipe", () => done, refusedBecause(/pipe/)),
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
		id: "nested-repositories",
		title: "repositories in the workspace: with and without a commit, with changes",
		steps: () => [{ run: { command: repositories } }, ...done],
		expect: nestedKept,
		control: without(
			"what `git add -A` keeps of the same folders",
			() => [
				{
					run: {
						command: `${repositories}; git init -q . && git add -A 2>/dev/null; git checkout-index -a --prefix=kept/; rm -rf born unborn .git; mv kept/* . 2>/dev/null; true`,
						allowFailure: true,
					},
				},
				...done,
			],
			nestedKept,
		),
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
		expect: nothingWritten,
		control: without(
			"one of its writes where there is no sandbox",
			(room) => [
				{ run: { command: `echo x > ${room.world.config.dataDirectory}/own`, allowFailure: true } },
				...done,
			],
			nothingWritten,
			{ FUSELINE_SANDBOX: "off" },
		),
	},
	...answers.map((answer, index) => ({
		id: `answer-${index + 1}`,
		title: `result.json is ${answer.name}`,
		full: 4,
		steps: () => [{ write: { path: "done.txt", content: "done\n" } }, ...answer.steps],
		expect: notLeaked,
		control:
			answer.name === "a link"
				? without("a copy of what the link leads to", () => [...done.slice(0, 1), copied], notLeaked)
				: { sameAs: "answer-4" },
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

/** Nobody ends what isn't a run's: the check for strays must see it. */
async function leaveOne(room: Room, trial: Trial): Promise<void> {
	spawn("env", ["-i", "setsid", "sh", "-c", `sleep 30; : ${room.token}`], {
		stdio: "ignore",
		detached: true,
	}).unref();
	const runId = await room.world.queue(oneLoop([...done], { protocol: "vanilla" }));
	await carryToEnd(room, runId, trial);
	await inspectRest(room, runId, trial);
}
