import { describe, expect, it } from "vitest";
import type { Manifest, ManifestEntry } from "../domain/manifest.ts";
import { decodeManifest, displayPath, encodeManifest, treeHash } from "./manifest-hash.ts";

const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const file = (path: string, mode = 0o644): ManifestEntry => ({
	type: "file",
	path,
	mode,
	size: 5,
	sha256: hello,
});
const folder = (path: string): ManifestEntry => ({ type: "directory", path, mode: 0o755 });
const example: Manifest = {
	entries: [
		folder("a"),
		file("a/b"),
		file("a.txt", 0o600),
		{ type: "link", path: "l", target: "../out" },
		file("n\u00ff\n"),
	],
};

describe("encodeManifest", () => {
	it("writes exactly the documented bytes", () => {
		expect(encodeManifest(example).toString("latin1")).toBe(
			[
				"fuseline-manifest 1\n",
				"d 1:a\n",
				`f 0600 5 ${hello} 5:a.txt\n`,
				`f 0644 5 ${hello} 3:a/b\n`,
				"l 1:l 6:../out\n",
				`f 0644 5 ${hello} 3:n\u00ff\n\n`,
			].join(""),
		);
	});

	it("doesn't depend on the order of entries, a folder's mode, or bits beyond permissions", () => {
		const hash = treeHash(example);
		expect(treeHash({ entries: [...example.entries].reverse() })).toBe(hash);
		const odd = example.entries.map((entry) =>
			"mode" in entry ? { ...entry, mode: entry.mode | 0o6000 } : entry,
		);
		expect(treeHash({ entries: odd })).toBe(hash);
	});

	it.each([
		["a mode", { ...file("a.txt", 0o700) }],
		["a size", { ...file("a.txt", 0o600), size: 6 }],
		["a path", file("a.tx", 0o600)],
		["a content", { ...file("a.txt", 0o600), sha256: "0".repeat(64) }],
		["a type", { type: "link", path: "a.txt", target: "x" }],
	] as [string, ManifestEntry][])("changes with %s", (_name, entry) => {
		const entries = example.entries.map((one) => (one.path === "a.txt" ? entry : one));
		expect(treeHash({ entries })).not.toBe(treeHash(example));
	});

	it.each([["", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\0b"]].flat().map((path) => [path]))(
		"refuses the path %j",
		(path) => {
			expect(() => encodeManifest({ entries: [file(path)] })).toThrow(/plain relative path/);
		},
	);

	it("refuses a path that stands twice", () => {
		expect(() => encodeManifest({ entries: [file("a"), folder("a")] })).toThrow(/twice/);
	});
});

describe("decodeManifest", () => {
	it("gives back what was encoded", () => {
		const bytes = encodeManifest(example);
		expect(encodeManifest(decodeManifest(bytes)).equals(bytes)).toBe(true);
		expect(decodeManifest(bytes).entries.map((entry) => entry.path)).toEqual([
			"a",
			"a.txt",
			"a/b",
			"l",
			"n\u00ff\n",
		]);
		expect(decodeManifest(encodeManifest({ entries: [] }))).toEqual({ entries: [] });
	});

	it("refuses every flipped byte, every cut and every addition, or reads another manifest", () => {
		const bytes = encodeManifest(example);
		const read = (changed: Buffer) => {
			try {
				return treeHash(decodeManifest(changed));
			} catch (error) {
				return (error as Error).message.startsWith("This manifest is damaged") ? null : error;
			}
		};
		for (let at = 0; at < bytes.length; at++) {
			const flipped = Buffer.from(bytes);
			flipped[at] = (flipped[at] as number) ^ 1;
			const hash = read(flipped);
			expect(hash === null || (typeof hash === "string" && hash !== treeHash(example))).toBe(true);
		}
		for (let length = 1; length < bytes.length; length++) {
			const hash = read(bytes.subarray(0, length));
			expect(hash === null || (typeof hash === "string" && hash !== treeHash(example))).toBe(true);
		}
		expect(read(Buffer.concat([bytes, Buffer.from("\n")]))).toBeNull();
	});
});

describe("displayPath", () => {
	it.each([
		["plain.txt", "plain.txt"],
		[Buffer.from("größe").toString("latin1"), "größe"],
		["bad\u00ff", "bad\\xff"],
	])("%j → %j", (path, expected) => {
		expect(displayPath(path)).toBe(expected);
	});
});
