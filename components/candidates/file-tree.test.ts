import { describe, expect, it } from "vitest";
import type { FileEntry } from "../../server/domain/views.ts";
import { treeRows } from "./file-tree.ts";

const file = (path: string, change: FileEntry["change"] = null): FileEntry => ({
	path,
	type: "file",
	size: 1,
	sha256: null,
	mode: 0o644,
	target: null,
	change,
});
const folder = (path: string): FileEntry => ({ ...file(path), type: "directory", size: null });

describe("treeRows", () => {
	it("sorts folders first, joins lonely folders and counts changes below", () => {
		const entries = [
			file("readme.md"),
			folder("src"),
			folder("src/game"),
			file("src/game/a.js", "update"),
			file("src/game/b.js", "delete"),
		];
		const rows = treeRows(entries, () => true);
		expect(
			rows.map((row) => `${"  ".repeat(row.depth)}${row.name}${row.changes ? ` ${row.changes}` : ""}`),
		).toEqual(["src/game 2", "  a.js 1", "  b.js 1", "readme.md"]);
	});
	it("leaves out what is below a closed folder", () => {
		const rows = treeRows([file("a/x"), file("a/y"), file("b/z", "add")], (_path, changes) => changes > 0);
		expect(rows.map((row) => row.path)).toEqual(["a", "b", "b/z"]);
	});
	it("shows an empty folder", () => {
		expect(treeRows([folder("saves")], () => true)).toMatchObject([{ name: "saves", directory: true }]);
	});
});
