import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "../../../server/domain/errors.ts";
import { openContents } from "../../../server/evidence/contents.ts";
import { freeze } from "../../../server/workspace/freeze.ts";
import { materialize } from "../../../server/workspace/materialize.ts";
import { scanTree } from "../../../server/workspace/scan.ts";
import type { Kind, Trial } from "../kind.ts";

interface HostileTree {
	name: string;
	/** shell commands in an empty folder */
	make: string;
	/** the path that a refusal must name; null: it must come back as it was */
	refused: string | null;
	full?: boolean;
}

const quietGit = "git -c user.name=x -c user.email=x@x -c init.defaultBranch=main";
const trees: readonly HostileTree[] = [
	{
		name: "line ends by attributes",
		make: "printf 'a\\r\\nb\\n' > a.txt; echo '* text=auto eol=lf' > .gitattributes",
		refused: null,
	},
	{
		name: "ident and UTF-16 by attributes",
		make: "printf '$Id: x$\\n' > a.c; echo '*.c ident' > .gitattributes",
		refused: null,
	},
	{
		name: "a nested repository",
		make: `mkdir in && cd in && ${quietGit} init -q && echo x > f && git add f && ${quietGit} commit -qm x`,
		refused: null,
	},
	{
		name: "a nested repository without a commit",
		make: "mkdir in && cd in && git init -q && echo x > f",
		refused: null,
	},
	{
		name: ".GIT and git~1",
		make: "mkdir .GIT 'git~1' && echo x > .GIT/config && echo y > 'git~1/x'",
		refused: null,
	},
	{
		name: "a .git file that points elsewhere",
		make: "mkdir sub && echo 'gitdir: /etc' > sub/.git && echo x > sub/x",
		refused: null,
	},
	{ name: "a name with a newline", make: "printf x > \"$(printf 'a\\nb')\"", refused: null },
	{ name: "a name of broken UTF-8", make: "printf x > \"$(printf 'a\\377\\376b')\"", refused: null },
	{
		name: "case twins",
		make: "echo 1 > README; echo 2 > readme; mkdir A a; echo 3 > A/x; echo 4 > a/x",
		refused: null,
	},
	{ name: "a name of 255 bytes", make: "echo x > $(printf 'n%.0s' $(seq 255))", refused: null },
	{ name: "a named pipe", make: "echo x > a; mkfifo pipe", refused: "pipe" },
	{ name: "a device node", make: "echo x > a; mknod null c 1 3 2>/dev/null || mkfifo null", refused: "null" },
	{
		name: "links: dangling, looping, leading out",
		make: "ln -s nowhere a; ln -s b c; ln -s c b; ln -s /etc/passwd out; ln -s / root",
		refused: null,
	},
	{ name: "hard links", make: "echo x > a; ln a b", refused: null },
	{
		name: "modes",
		make: "echo x > a; chmod 600 a; echo x > b; chmod 755 b; echo x > c; chmod 444 c",
		refused: null,
	},
	{ name: "empty folders", make: "mkdir -p a/b/c d", refused: null },
	{
		name: "a folder 120 deep",
		make: "p=.; for i in $(seq 120); do p=$p/d; done; mkdir -p $p && echo x > $p/end",
		refused: null,
	},
	{ name: "2,000 files", make: "for i in $(seq 2000); do echo $i > f$i; done", refused: null },
	{
		name: "an empty file, NULs, a long line",
		make: ": > empty; printf '\\0\\0\\0' > nul; head -c 3000000 /dev/zero | tr '\\0' x > line",
		refused: null,
	},
	{ name: "a sparse file of 64 MiB", make: "truncate -s 64M sparse", refused: null },
	{ name: "a sparse file of 3 GiB", make: "truncate -s 3G sparse", refused: "sparse", full: true },
	{
		name: "an index.lock that was left",
		make: `git init -q && : > .git/index.lock && echo x > f`,
		refused: null,
	},
];

/** What stays out by policy is told elsewhere; here every byte counts. */
const everything = { patterns: [], ignores: () => false };

/** Freezes each tree, lays it anew and compares every byte, mode and link, by other means than the walker's own. */
export const hostileTrees: Kind = {
	id: "hostile-trees",
	title: "trees that are meant to break a freeze",
	quick: 1,
	full: 12,
	async run(trial) {
		for (const tree of trees.filter((one) => (trial.full && trial.index === 0) || one.full !== true)) {
			await inFolder(async (folder) => {
				make(tree, join(folder, "tree"));
				trial.injected();
				await tryTree(tree, folder, trial);
			});
		}
		await inFolder(async (folder) => {
			mkdirSync(join(folder, "tree"));
			const server = createServer().listen(join(folder, "tree", "socket"));
			await new Promise((done) => server.once("listening", done));
			trial.injected();
			await tryTree({ name: "a socket", make: "", refused: "socket" }, folder, trial);
			server.close();
		});
	},
	control: {
		says: "the same trees frozen by `git add -A`",
		synthetic: false,
		quick: true,
		run: async (trial) => {
			for (const tree of trees.filter((one) => one.full !== true && one.refused === null)) {
				await inFolder(async (folder) => {
					make(tree, join(folder, "tree"));
					freezeByGit(folder);
					compare(tree, folder, trial);
				});
			}
		},
	},
};

async function tryTree(tree: HostileTree, folder: string, trial: Trial): Promise<void> {
	const contents = openContents(join(folder, "contents.sqlite"));
	try {
		const frozen = await freeze({ root: join(folder, "tree"), policy: everything, contents });
		if (tree.refused !== null) {
			trial.harm("corrupt", `${tree.name}: frozen although ${tree.refused} can't be kept`);
			return;
		}
		await materialize({ manifest: frozen.manifest, contents, directory: join(folder, "laid") });
		compare(tree, folder, trial);
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		if (tree.refused === null) trial.harm("lost", `${tree.name}: refused: ${error.message}`);
		else if (!error.message.includes(tree.refused))
			trial.harm("wrong", `${tree.name}: the refusal doesn't name ${tree.refused}: ${error.message}`);
	} finally {
		contents.close();
	}
}

function make(tree: HostileTree, folder: string): void {
	mkdirSync(folder);
	const made = spawnSync("sh", ["-ec", tree.make], { cwd: folder, encoding: "utf8" });
	if (made.status !== 0) throw new Error(`${tree.name} can't be made: ${made.stderr}`);
}

/** What most runners do to keep a version. */
function freezeByGit(folder: string): void {
	const git = (...args: string[]) =>
		spawnSync("git", ["--git-dir", join(folder, "repo"), "--work-tree", join(folder, "tree"), ...args], {
			cwd: join(folder, "tree"),
		});
	spawnSync("git", ["init", "-q", "--bare", join(folder, "repo")]);
	git("add", "-A");
	mkdirSync(join(folder, "laid"));
	git("checkout-index", "-a", `--prefix=${join(folder, "laid")}/`);
}

function compare(tree: HostileTree, folder: string, trial: Trial): void {
	const [before, after] = [listing(join(folder, "tree")), listing(join(folder, "laid"))];
	if (before !== after) trial.harm("corrupt", `${tree.name}: it came back different`);
}

/** `find`'s and `sha256sum`'s word on a tree: types, modes, names, link targets, bytes. */
function listing(folder: string): string {
	const script =
		"find . -mindepth 1 \\( -type f -printf '%y %m %P\\0' -o -type l -printf '%y %P %l\\0' -o -printf '%y %P\\0' \\) | LC_ALL=C sort -z; find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum -z";
	const listed = spawnSync("sh", ["-c", script], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
	return listed.stdout.toString("latin1");
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "fuseline-tree-"));
	try {
		await body(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Writes files that hold one letter each, 300,000 times, and notes when each was done: a version that lacks some letters
 * of a file which was finished while the version was taken is torn. (A writer that the system left standing in the
 * middle of a write, all the while, changed nothing: nobody can see that.)
 */
const scribbler = `
const fs = require("node:fs");
for (let n = 0; ; n++) {
	const letter = "abcdefghij"[n % 10];
	const file = "f" + (n % 7);
	if (n % 11 === 10) fs.rmSync("f3", { force: true });
	else if (n % 5 === 4) { fs.writeFileSync("../new", letter.repeat(300000)); fs.renameSync("../new", file); }
	else fs.writeFileSync(file, letter.repeat(300000));
	fs.appendFileSync("../done", file + " " + Date.now() + "\\n");
}`;
const whole = /^(.)\1{299999}$/;

async function freezeUnderChange(
	trial: Trial,
	count: number,
	take: (folder: string) => Promise<Map<string, string>>,
): Promise<void> {
	await inFolder(async (folder) => {
		mkdirSync(join(folder, "tree"));
		const writer = spawn(process.execPath, ["-e", scribbler], { cwd: join(folder, "tree"), stdio: "ignore" });
		try {
			for (let round = 0; round < count; round += 1) {
				await new Promise((done) => setTimeout(done, trial.random.between(1, 60)));
				trial.injected();
				const begun = Date.now();
				const texts = await take(folder);
				const ended = Date.now();
				await new Promise((done) => setTimeout(done, 50));
				for (const [name, text] of texts) {
					if (!whole.test(text) && wasFinished(folder, name, begun, ended))
						trial.harm("corrupt", `${name} is torn in a version that was accepted`);
				}
			}
		} finally {
			writer.kill("SIGKILL");
		}
	});
}

function wasFinished(folder: string, name: string, from: number, to: number): boolean {
	const lines = (readOr(join(folder, "done")) ?? "").split("\n").map((line) => line.split(" "));
	return lines.some(([file, at]) => file === name && Number(at) > from && Number(at) < to);
}

export const tornFreeze: Kind = {
	id: "freeze-under-change",
	title: "files that change while they are frozen",
	quick: 1,
	full: 20,
	run: (trial) =>
		freezeUnderChange(trial, 25, async (folder) => {
			const taken = new Map<string, Buffer>();
			try {
				const { manifest } = await scanTree({
					root: join(folder, "tree"),
					policy: everything,
					onBytes: ({ sha256, bytes }) => void taken.set(sha256, bytes),
				});
				return new Map(
					manifest.entries.flatMap((entry) =>
						entry.type === "file"
							? [[entry.path, (taken.get(entry.sha256) as Buffer).toString("latin1")]]
							: [],
					),
				);
			} catch (error) {
				// refused, and it says which path
				if (error instanceof DomainError && error.message.includes("unstable")) return new Map();
				throw error;
			}
		}),
	control: {
		says: "the same files taken by a plain copy",
		synthetic: false,
		quick: true,
		run: (trial) =>
			freezeUnderChange(trial, 25, async (folder) => {
				const copy = join(folder, "copy");
				rmSync(copy, { recursive: true, force: true });
				spawnSync("cp", ["-r", join(folder, "tree"), copy], { stdio: "ignore" });
				const names = Array.from({ length: 7 }, (_, index) => `f${index}`);
				return new Map(names.flatMap((name) => entryOf(name, readOr(join(copy, name)))));
			}),
	},
};

const entryOf = (name: string, text: string | null): [string, string][] =>
	text === null ? [] : [[name, text]];

function readOr(file: string): string | null {
	try {
		return readFileSync(file, "latin1");
	} catch {
		return null;
	}
}
