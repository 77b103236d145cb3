import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	appendFileSync,
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "../../server/domain/manifest.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { diffManifests } from "../../server/workspace/diff.ts";
import { freeze } from "../../server/workspace/freeze.ts";
import { decodeManifest, treeHash } from "../../server/workspace/manifest-hash.ts";
import { materialize, rematerialize } from "../../server/workspace/materialize.ts";
import { ignorePolicy } from "../../server/workspace/policy.ts";
import { readStable } from "../../server/workspace/read-file.ts";
import { createStatCache } from "../../server/workspace/stat-cache.ts";
import { hashTree } from "../../server/workspace/verify.ts";
import { memoryContents } from "../support/memory-contents.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("workspace");
const policy = ignorePolicy();
const newRoot = () => mkdtempSync(join(folder, "tree-"));

function write(root: string, path: string, bytes: string | Buffer = path, mode = 0o644): string {
	const absolute = join(root, path);
	mkdirSync(join(absolute, ".."), { recursive: true });
	writeFileSync(absolute, bytes);
	chmodSync(absolute, mode);
	return absolute;
}

/** A second, independent reading of a tree, with `find` and `sha256sum`. */
function listing(root: string): string {
	const find = execFileSync("find", [".", "-mindepth", "1", "-printf", "%P %y %m %l\\0"], {
		cwd: root,
		encoding: "latin1",
	});
	const sums = execFileSync("sh", ["-c", "find . -type f -print0 | xargs -0 -r sha256sum -z"], {
		cwd: root,
		encoding: "latin1",
	});
	return [...find.split("\0").map((line) => line.replace(/ d \d+ /, " d ")), ...sums.split("\0")]
		.sort()
		.join("\n");
}

/** Everything that git changes, drops or trips over. */
function hostileTree(): string {
	const root = newRoot();
	write(root, "crlf.txt", "a\r\nb\r\n");
	write(root, ".gitattributes", "* text=auto eol=lf\n*.txt ident\n");
	write(root, "ident.txt", "$Id$ and utf16");
	write(root, "private", "x", 0o600);
	write(root, "run.sh", "#!/bin/sh\n", 0o755);
	write(root, "odd-mode", "x", 0o4711);
	write(root, "nothing", "");
	mkdirSync(join(root, "empty", "inner"), { recursive: true });
	write(root, "nested/file.txt", "inside of a repository");
	execFileSync("git", ["init", "-q"], { cwd: join(root, "nested") });
	write(root, "module/.git", "gitdir: ../elsewhere\n");
	write(root, "module/code.js");
	symlinkSync("/etc/passwd", join(root, "outside"));
	symlinkSync("loop", join(root, "loop"));
	symlinkSync("..", join(root, "up"));
	symlinkSync("nowhere at all", join(root, "broken"));
	writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe, 0x0a, 0x20])]), "not UTF-8");
	write(root, "new\nline");
	write(root, "README", "one");
	write(root, "readme", "two");
	write(root, `${"n".repeat(255)}`);
	write(root, "a/b.c", "1");
	write(root, "a.b", "2");
	write(root, "a-b/x", "3");
	write(root, "large.bin", Buffer.alloc(3_500_000, "0123456789abcdef!"));
	let deep = "deep";
	for (let level = 0; level < 60; level++) deep += "/d";
	write(root, `${deep}/end`);
	return root;
}

describe("freeze and materialize", () => {
	it("give back a hostile tree byte-, mode- and link-identical", async () => {
		const root = hostileTree();
		const contents = openContents(join(folder, "hostile.sqlite"));
		const frozen = await freeze({ root, policy, contents });
		expect(frozen.leftOut).toEqual(["module/.git", "nested/.git"]);
		expect(decodeManifest(contents.get(frozen.tree))).toEqual(frozen.manifest);
		const laid = join(folder, "laid");
		const before = process.umask(0o077);
		try {
			await materialize({ manifest: frozen.manifest, contents, directory: laid });
		} finally {
			process.umask(before);
		}
		rmSync(join(root, "nested/.git"), { recursive: true });
		rmSync(join(root, "module/.git"));
		chmodSync(join(root, "odd-mode"), 0o711);
		expect(listing(laid)).toBe(listing(root));
		expect(lstatSync(join(laid, "outside")).isSymbolicLink()).toBe(true);
		expect(readlinkSync(join(laid, "broken"))).toBe("nowhere at all");
		expect(statSync(join(laid, "empty", "inner")).mode & 0o777).toBe(0o755);
		expect((await hashTree({ root: laid, policy })).tree).toBe(frozen.tree);
		contents.close();
	});

	it("say the same tree id as git for what git keeps", async () => {
		const root = newRoot();
		write(root, "a/b.c", "1");
		write(root, "a.b", "2");
		write(root, "a-b/x", "3", 0o755);
		write(root, "a/sub/z", "4", 0o600);
		write(root, Buffer.from("größe").toString(), "5");
		write(root, "large", Buffer.alloc(2_500_000, "x"));
		symlinkSync("a.b", join(root, "link"));
		const frozen = await freeze({ root, policy, contents: memoryContents() });
		const git = (...args: string[]) =>
			execFileSync("git", ["-c", "core.fsmonitor=false", "-c", "core.autocrlf=false", ...args], {
				cwd: root,
				encoding: "utf8",
			}).trim();
		git("init", "-q");
		git("add", "-A", "-f");
		expect(frozen.gitTree).toBe(git("write-tree"));
	});

	it("give one id whatever the times, the order of making and the umask", async () => {
		const names = ["b", "a", "c/d", "c/a", "Z", "é"];
		const [one, two] = [newRoot(), newRoot()];
		for (const name of names) write(one, name);
		const before = process.umask(0o077);
		for (const name of [...names].reverse()) write(two, name);
		process.umask(before);
		utimesSync(join(two, "a"), 1, 1);
		const trees = await Promise.all([one, two].map((root) => hashTree({ root, policy })));
		expect(trees[0]?.tree).toBe(trees[1]?.tree);
		chmodSync(join(two, "a"), 0o755);
		expect((await hashTree({ root: two, policy })).tree).not.toBe(trees[0]?.tree);
	});

	it("refuse what isn't a file, folder or link, by name", async () => {
		const root = newRoot();
		write(root, "ok");
		execFileSync("mkfifo", [join(root, "pipe")]);
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
		await expect(freeze({ root, policy, contents: memoryContents() })).rejects.toThrow(
			/Delete or ignore: pipe \(a named pipe\), socket \(a socket\)|socket \(a socket\), pipe \(a named pipe\)/,
		);
		server.close();
		const left = await freeze({ root, policy: ignorePolicy(["pipe", "socket"]), contents: memoryContents() });
		expect(left.leftOut).toContain("pipe");
	});

	it("refuse a file of more than 2 GiB, although it is sparse, at once", async () => {
		const root = newRoot();
		write(root, "disk.img", "");
		truncateSync(join(root, "disk.img"), 5 * 1024 ** 3);
		const started = performance.now();
		await expect(hashTree({ root, policy })).rejects.toThrow(/disk\.img has 5368709120 bytes/);
		expect(performance.now() - started).toBeLessThan(1000);
	});

	it("never accept a torn file while something writes", async () => {
		const root = newRoot();
		const path = write(root, "busy", Buffer.alloc(900_000, "0"));
		const script = `const fs=require("fs");for(let n=0;;n++){fs.writeFileSync(${JSON.stringify(path)},Buffer.alloc(900000,String(n%10)));Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,n%40)}`;
		const writer = spawn(process.execPath, ["-e", script]);
		const ended = once(writer, "close");
		const before = statSync(path).mtimeMs;
		while (statSync(path).mtimeMs === before) await new Promise((resolve) => setTimeout(resolve, 10));
		let refused = 0;
		for (let attempt = 0; attempt < 25; attempt++) {
			const contents = memoryContents();
			try {
				const frozen = await freeze({ root, policy, contents });
				const entry = frozen.manifest.entries[0];
				if (entry?.type !== "file") throw new Error("no file");
				expect(new Set(contents.get(entry.sha256)).size).toBeLessThanOrEqual(1);
			} catch (error) {
				expect((error as Error).message).toMatch(/^unstable: busy/);
				refused += 1;
			}
		}
		writer.kill("SIGKILL");
		await ended;
		expect(refused).toBeLessThan(25);
		expect((await freeze({ root, policy, contents: memoryContents() })).files).toBe(1);
	});

	it.each([
		[1, "read anew"],
		[4, "read anew"],
		[5, "unstable: log changes while it is read"],
	])("have a file that changes under %i readings %s", async (changes, outcome) => {
		const path = write(newRoot(), "log", "");
		let readings = 0;
		const read = readStable(Buffer.from(path), "log", () => {
			readings += 1;
			if (readings <= changes) writeFileSync(path, "");
			return readings;
		});
		if (outcome === "read anew") expect((await read).value).toBe(changes + 1);
		else await expect(read).rejects.toThrow(outcome);
	});

	it("refuse a folder that isn't empty and a manifest that would lead out through a link", async () => {
		const root = newRoot();
		write(root, "x");
		const contents = memoryContents();
		await expect(materialize({ manifest: { entries: [] }, contents, directory: root })).rejects.toThrow(
			/isn't empty/,
		);
		const sly: Manifest = {
			entries: [
				{ type: "link", path: "out", target: folder },
				{ type: "file", path: "out/planted", mode: 0o644, size: 0, sha256: "0".repeat(64) },
			],
		};
		await expect(materialize({ manifest: sly, contents, directory: join(root, "sub") })).rejects.toThrow(
			/not its folder/,
		);
		expect(readdirSync(folder)).not.toContain("planted");
	});
});

describe("the stat cache", () => {
	it("spares reading, and still finds an edit of the same size with its time put back", async () => {
		const root = newRoot();
		for (let index = 0; index < 30; index++) write(root, `f${index}`);
		write(root, "large", Buffer.alloc(2_000_000, "x"));
		const cache = createStatCache();
		const contents = memoryContents();
		const first = await freeze({ root, policy, contents, cache });
		// within the clock's grain everything is read again; after it nothing is
		await new Promise((resolve) => setTimeout(resolve, 120));
		await freeze({ root, policy, contents, cache });
		contents.stored.clear();
		const reread: string[] = [];
		const counting = {
			...contents,
			missing: () => [],
			putMany: async (items: Iterable<{ sha256: string }>) => {
				for (const item of items) reread.push(item.sha256);
			},
		};
		const second = await freeze({ root, policy, contents: counting, cache });
		expect(second.tree).toBe(first.tree);
		expect(second.gitTree).toBe(first.gitTree);
		expect(reread).toEqual([first.tree]);
		const path = join(root, "f3");
		const { atime, mtime } = statSync(path);
		writeFileSync(path, "F3");
		utimesSync(path, atime, mtime);
		const third = await freeze({ root, policy, contents: counting, cache });
		expect(diffManifests(first.manifest, third.manifest).map((change) => change.path)).toEqual(["f3"]);
		expect(third.tree).toBe((await hashTree({ root, policy })).tree);
	});
});

describe("rematerialize", () => {
	let contents: ReturnType<typeof memoryContents>;
	let before: Manifest;
	let root: string;
	beforeAll(async () => {
		contents = memoryContents();
		root = newRoot();
		for (const path of [
			"keep",
			"change",
			"gone/deep/x",
			"file-to-folder",
			"folder-to-file/x",
			"folder-to-link/y",
		])
			write(root, path);
		write(root, "mode");
		before = (await freeze({ root, policy, contents })).manifest;
	});

	it("turns one version into another at the cost of the difference", async () => {
		const laid = join(folder, "relaid");
		await materialize({ manifest: before, contents, directory: laid });
		const inode = statSync(join(laid, "keep")).ino;
		appendFileSync(join(root, "change"), "!");
		rmSync(join(root, "gone"), { recursive: true });
		rmSync(join(root, "file-to-folder"));
		write(root, "file-to-folder/inside");
		rmSync(join(root, "folder-to-file"), { recursive: true });
		write(root, "folder-to-file");
		rmSync(join(root, "folder-to-link"), { recursive: true });
		symlinkSync("keep", join(root, "folder-to-link"));
		chmodSync(join(root, "mode"), 0o755);
		mkdirSync(join(root, "new", "empty"), { recursive: true });
		const after = (await freeze({ root, policy, contents })).manifest;
		await rematerialize({ before, manifest: after, contents, directory: laid });
		expect(listing(laid)).toBe(listing(root));
		expect((await hashTree({ root: laid, policy })).tree).toBe(treeHash(after));
		expect(statSync(join(laid, "keep")).ino).toBe(inode);
		await rematerialize({ before: after, manifest: before, contents, directory: laid });
		expect((await hashTree({ root: laid, policy })).tree).toBe(treeHash(before));
		expect(readFileSync(join(laid, "change"), "utf8")).toBe("change");
	});
});
