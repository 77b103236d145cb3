import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type Contents, openContents } from "../../server/evidence/contents.ts";
import { redactFile } from "../../server/evidence/redact.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("contents");
let count = 0;
const newFile = () => join(folder, `project-${++count}`, "contents.sqlite");
const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function streamed(contents: Contents, sha256: string): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of contents.stream(sha256)) parts.push(part as Buffer);
	return Buffer.concat(parts);
}

describe("contents", () => {
	const mebibyte = 1024 * 1024;
	it.each([
		["nothing", Buffer.alloc(0)],
		["a few bytes", Buffer.from("hello")],
		["text that shrinks", Buffer.from("abc ".repeat(50_000))],
		["noise", randomBytes(300_000)],
		["exactly a chunk", randomBytes(mebibyte)],
		["a chunk and a byte", randomBytes(mebibyte + 1)],
		["many chunks of text", Buffer.alloc(5 * mebibyte + 17, "0123456789")],
	])("gives back %s, whole, in slices and as a stream", async (_name, bytes) => {
		const contents = openContents(newFile());
		const source = join(folder, "source");
		writeFileSync(source, bytes);
		const viaFile = openContents(newFile());
		expect(await viaFile.putFile(source)).toEqual({ sha256: sha(bytes), size: bytes.length });
		for (const store of [contents, viaFile]) {
			expect(store.put(bytes)).toBe(sha(bytes));
			expect(store.has(sha(bytes))).toBe(true);
			expect(store.size(sha(bytes))).toBe(bytes.length);
			expect(store.get(sha(bytes)).equals(bytes)).toBe(true);
			expect((await streamed(store, sha(bytes))).equals(bytes)).toBe(true);
			for (const [offset, length] of [
				[0, 10],
				[3, 5],
				[mebibyte - 3, 7],
				[bytes.length - 2, 10],
				[bytes.length + 5, 1],
			] as const) {
				const expected = bytes.subarray(Math.max(0, offset), Math.max(0, offset + length));
				if (offset >= 0) expect(store.read(sha(bytes), offset, length).equals(expected)).toBe(true);
			}
			expect([...store.list()]).toEqual([{ sha256: sha(bytes), size: bytes.length }]);
			store.close();
		}
	});

	it("is the owner's alone, durable, and honest about its settings", () => {
		const file = newFile();
		const contents = openContents(file);
		contents.put(Buffer.from("x"));
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const db = new Database(file, { readonly: true });
		expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
		db.close();
		contents.close();
		const again = openContents(file, { readonly: true });
		expect(again.get(sha(Buffer.from("x"))).toString()).toBe("x");
		expect(() => again.put(Buffer.from("y"))).toThrow(/readonly/);
		again.close();
	});

	it("says what is missing and what is damaged, and never hands it out", async () => {
		const file = newFile();
		const contents = openContents(file);
		const large = randomBytes(3 * mebibyte);
		const names = [Buffer.from("small one"), large].map((bytes) => contents.put(bytes));
		expect(() => contents.get("0".repeat(64))).toThrow(/isn't stored/);
		const db = new Database(file);
		db.prepare("UPDATE content SET bytes = ? WHERE large IS NULL").run(Buffer.from("small two"));
		db.prepare("UPDATE chunk SET bytes = zeroblob(length(bytes)) WHERE id % 4 = 1").run();
		db.close();
		for (const name of names) {
			expect(() => contents.get(name)).toThrow(/damaged/);
			await expect(streamed(contents, name)).rejects.toThrow(/damaged/);
		}
		contents.close();
	});

	it("takes many at once, known ones for nothing, and removes all of one", async () => {
		const file = newFile();
		const contents = openContents(file);
		const items = Array.from({ length: 500 }, (_, index) => Buffer.from(`content ${index % 400}`)).map(
			(bytes) => ({
				sha256: sha(bytes),
				bytes,
			}),
		);
		await contents.putMany(items);
		const large = contents.put(randomBytes(2 * mebibyte));
		expect([...contents.list()]).toHaveLength(401);
		expect(contents.remove([large, large, "0".repeat(64)])).toBe(1);
		contents.close();
		const db = new Database(file, { readonly: true });
		expect(db.prepare("SELECT count(*) AS n FROM chunk").get()).toEqual({ n: 0 });
		expect(db.prepare("SELECT count(*) AS n FROM unfinished").get()).toEqual({ n: 0 });
		db.close();
	});

	it("loses nothing that was acknowledged to kill -9, and shows nothing half-written", async () => {
		const file = newFile();
		const writer = join(folder, "writer.mts");
		const module_ = JSON.stringify(join(import.meta.dirname, "../../server/evidence/contents.ts"));
		writeFileSync(
			writer,
			`import { openContents } from ${module_}; import { randomBytes } from "node:crypto"; import { writeFileSync } from "node:fs";
const contents = openContents(${JSON.stringify(file)});
for (let n = 0; ; n++) {
	const bytes = randomBytes(n % 3 === 0 ? 3000000 : 1000);
	if (n % 2) process.stdout.write(contents.put(bytes) + "\\n");
	else { writeFileSync(${JSON.stringify(join(folder, "big"))}, bytes); process.stdout.write((await contents.putFile(${JSON.stringify(join(folder, "big"))})).sha256 + "\\n"); }
}`,
		);
		const acknowledged: string[] = [];
		for (let round = 0; round < 3; round++) {
			const child = spawn(process.execPath, ["--import", "tsx", writer], {
				cwd: join(import.meta.dirname, "../.."),
				stdio: ["ignore", "pipe", "inherit"],
			});
			let text = "";
			await new Promise<void>((resolve) => {
				child.stdout.on("data", (data) => {
					text += data;
					if (text.split("\n").length > 10 + round * 7) child.kill("SIGKILL");
				});
				child.on("close", () => resolve());
			});
			acknowledged.push(...text.split("\n").slice(0, -1));
		}
		const contents = openContents(file);
		expect(acknowledged.length).toBeGreaterThan(30);
		for (const name of acknowledged) expect(sha(contents.get(name))).toBe(name);
		for (const { sha256 } of contents.list()) expect(sha(contents.get(sha256))).toBe(sha256);
		contents.close();
	});

	it("refuses a file that isn't one of ours", () => {
		const file = join(folder, "other.sqlite");
		const db = new Database(file);
		db.pragma("user_version = 77");
		db.close();
		expect(() => openContents(file)).toThrow(/user_version is 77/);
		expect(() => openContents(join(folder, "nowhere", "x.sqlite"), { readonly: true })).toThrow(
			/can't be opened/,
		);
	});
});

describe("redactFile", () => {
	it("replaces keys across any chunk border and keeps every other byte", async () => {
		const file = join(folder, "spool");
		const key = `ghp_${"a1B2".repeat(9)}`;
		const filler = Buffer.from("line of ordinary output \xff\n", "latin1");
		const before = Buffer.concat([
			Buffer.alloc(262_144 - 20, "x\n"),
			Buffer.from(` ${key} `),
			filler,
			filler,
		]);
		writeFileSync(file, before, { mode: 0o600 });
		expect(await redactFile(file)).toEqual({ "github token": 1 });
		const expected = before.toString("latin1").replace(key, "[redacted: github token]");
		expect(readFileSync(file).toString("latin1")).toBe(expected);
		expect(await redactFile(file)).toEqual({});
	});
});
