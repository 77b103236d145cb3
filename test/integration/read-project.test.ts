import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readProjectFolder } from "../../server/workspace/read-project.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("project");

function project(files: Record<string, string>): string {
	const root = mkdtempSync(join(folder, "p-"));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(root, path, ".."), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return root;
}

describe("readProjectFolder", () => {
	it("drafts a project from a spec alone, leaving out what the policy ignores", async () => {
		const root = project({
			"spec.md": "# Do it",
			"src/a.js": "1234",
			"node_modules/x/i.js": "x",
			".git/config": "x",
		});
		const draft = await readProjectFolder(root);
		expect(draft).toMatchObject({
			name: basename(root),
			specText: "# Do it",
			folder: { path: root, files: 2, bytes: 11 },
			configFound: false,
			problems: [],
			warnings: [],
		});
	});

	it("follows what fuseline.json says", async () => {
		const root = project({
			"docs/s.md": "spec",
			"dist/x": "1",
			"fuseline.json": '{"name": "Named", "spec": "docs/s.md", "ignore": ["dist"]}',
		});
		const draft = await readProjectFolder(root);
		expect(draft).toMatchObject({
			name: "Named",
			specText: "spec",
			configFound: true,
			problems: [],
			folder: { files: 2 },
		});
	});

	it.each([
		["no spec", { "README.md": "x" }, "spec.md", /isn't there/, /"spec": "README.md"/],
		["an empty spec", { "spec.md": " \n\t\n" }, "spec.md", /is empty/, /./],
		[
			"a spec of more than 1 MiB",
			{ "spec.md": "x".repeat(1024 * 1024 + 1) },
			"spec.md",
			/1048577 bytes/,
			/./,
		],
		[
			"a spec outside",
			{ "fuseline.json": '{"spec": "../../etc/hostname"}' },
			"../../etc/hostname",
			/isn't there|outside/,
			/./,
		],
		[
			"a broken configuration",
			{ "spec.md": "x", "fuseline.json": '{\n"name": 3\n}' },
			"fuseline.json:2",
			/name: /,
			null,
		],
	] as const)("finds %s", async (_name, files, where, what, mend) => {
		const { problems } = await readProjectFolder(project(files));
		const found = problems.find((problem) => problem.where === where);
		expect(found?.what).toMatch(what);
		if (mend) expect(found?.mend).toMatch(mend);
	});

	it("doesn't read a spec through a link that leads out", async () => {
		const root = project({});
		symlinkSync("/etc/hostname", join(root, "spec.md"));
		const { problems, specText } = await readProjectFolder(root);
		expect(problems[0]?.what).toMatch(/outside/);
		expect(specText).toBe("");
	});

	it("names what can't be frozen", async () => {
		const root = project({ "spec.md": "x" });
		execFileSync("mkfifo", [join(root, "pipe")]);
		expect((await readProjectFolder(root)).problems).toMatchObject([
			{ where: "pipe", what: "is a named pipe; only files, folders and links can be kept" },
		]);
	});

	it.each([
		["a relative path", "some/where", /isn't an absolute path/],
		["nothing", join(folder, "nowhere"), /doesn't exist/],
		["the root", "/", /whole machine/],
		["HOME", homedir(), /home folder/],
		["HOME by its short name", "~", /home folder/],
	])("refuses %s", async (_name, path, message) => {
		await expect(readProjectFolder(path)).rejects.toThrow(message);
	});

	it("refuses a file, and its own data directory from inside and outside", async () => {
		const root = project({ "spec.md": "x", "data/runs/x": "x" });
		await expect(readProjectFolder(join(root, "spec.md"))).rejects.toThrow(/isn't a folder/);
		for (const path of [root, join(root, "data"), join(root, "data", "runs")]) {
			await expect(readProjectFolder(path, { dataDirectory: join(root, "data") })).rejects.toThrow(
				/own data/,
			);
		}
	});
});
