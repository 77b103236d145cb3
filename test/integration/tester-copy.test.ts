import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "../../server/domain/manifest.ts";
import { listMerged } from "../../server/process/overlay-listing.ts";
import { runCommand } from "../../server/process/run-command.ts";
import { confine, probeSandbox, type SandboxReport } from "../../server/process/sandbox.ts";
import { ignorePolicy } from "../../server/workspace/policy.ts";
import { classifyTesterChanges, hashTree, overlayChanges } from "../../server/workspace/verify.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("tester");
const policy = ignorePolicy();
let sandbox: SandboxReport;
let candidate: string;
let manifest: Manifest;
let tree: string;

beforeAll(async () => {
	sandbox = await probeSandbox();
	candidate = join(folder, "candidate");
	for (const path of ["src/app.js", "src/lib/a.js", "src/lib/b.js", "test/app.test.js", "package.json"]) {
		mkdirSync(join(candidate, path, ".."), { recursive: true });
		writeFileSync(join(candidate, path), `${path}\n`);
	}
	mkdirSync(join(candidate, "empty"));
	writeFileSync(Buffer.concat([Buffer.from(`${candidate}/src/`), Buffer.from([0xff])]), "odd");
	({ manifest, tree } = await hashTree({ root: candidate, policy }));
});

/** What a tester that runs `script` in its copy is found to have changed. */
async function changesOf(script: string) {
	const root = mkdtempSync(join(folder, "call-"));
	const at = (name: string) => {
		mkdirSync(join(root, name), { recursive: true });
		return join(root, name);
	};
	const cache = at("cache");
	mkdirSync(join(cache, "node_modules", "x"), { recursive: true });
	writeFileSync(join(cache, "node_modules", "x", "index.js"), "x");
	const overlay = { lower: [candidate, cache], upper: at("upper"), work: at("work"), merged: at("merged") };
	const workspace = at("workspace");
	const confined = confine(
		["sh", "-c", script],
		{ PATH: "/usr/local/bin:/usr/bin:/bin" },
		{
			workspace: { at: workspace, mode: "read-only", overlay },
			readable: [],
			writable: [],
			state: [],
			masked: [],
			chdir: workspace,
		},
		sandbox,
	);
	const result = await runCommand({
		...confined,
		cwd: "/",
		stdoutPath: join(root, "stdout"),
		stderrPath: join(root, "stderr"),
		marker: root,
		timeoutMs: 20_000,
	});
	if (result.code !== 0) throw new Error(readFileSync(join(root, "stderr"), "utf8"));
	const changes = await overlayChanges({
		upper: overlay.upper,
		manifest,
		listMerged: (folders) => listMerged(overlay, folders, root),
	});
	rmSync(root, { recursive: true });
	expect((await hashTree({ root: candidate, policy })).tree).toBe(tree);
	return classifyTesterChanges(changes, manifest, policy);
}

const violation = (path: string, change: string) => ({ path, change, violation: true, steering: false });
const fine = (path: string, steering = false) => ({ path, change: "added", violation: false, steering });

describe("what a tester changed in its copy", () => {
	it.each([
		["nothing", "cat src/app.js > /dev/null", []],
		[
			"a touch and a rewrite with the same bytes",
			"touch src/app.js; cp src/app.js /tmp/x; cat /tmp/x > src/app.js",
			[],
		],
		[
			"coverage and caches",
			"mkdir -p coverage/deep .cache; echo 1 > coverage/deep/x; echo > .cache/y; echo > src/app.snap",
			[fine(".cache/"), fine("coverage/"), fine("src/app.snap")],
		],
		[
			"installed modules, new and changed ones",
			"echo 1 > node_modules/x/new; echo 2 > node_modules/x/index.js; mkdir node_modules/y",
			[fine("node_modules/")],
		],
		[
			"an edit with its time put back",
			"touch -r src/app.js /tmp/t; echo x >> src/app.js; touch -r /tmp/t src/app.js",
			[violation("src/app.js", "changed")],
		],
		["a mode", "chmod 755 src/app.js", [violation("src/app.js", "changed")]],
		["a deletion", "rm src/lib/a.js", [violation("src/lib/a.js", "deleted")]],
		[
			"a deletion of a file whose name isn't UTF-8",
			"rm src/$(printf '\\377')",
			[violation("src/\\xff", "deleted")],
		],
		[
			"a deleted folder",
			"rm -r src/lib; rmdir empty",
			[
				violation("empty", "deleted"),
				violation("src/lib", "deleted"),
				violation("src/lib/a.js", "deleted"),
				violation("src/lib/b.js", "deleted"),
			],
		],
		[
			"a folder deleted and made anew",
			"rm -r src/lib; mkdir src/lib; echo > src/lib/a.js; echo > src/lib/c.js",
			[violation("src/lib/a.js", "changed"), violation("src/lib/b.js", "deleted"), fine("src/lib/c.js")],
		],
		[
			"a renamed folder",
			"mv src/lib src/lib2",
			[
				violation("src/lib", "deleted"),
				violation("src/lib/a.js", "deleted"),
				violation("src/lib/b.js", "deleted"),
				fine("src/lib2/"),
			],
		],
		[
			"a file that became a link",
			"rm src/app.js; ln -s lib/a.js src/app.js",
			[violation("src/app.js", "changed")],
		],
		[
			"a file that became a folder",
			"rm package.json; mkdir package.json; echo > package.json/x",
			[violation("package.json", "changed")],
		],
		[
			"a folder that became a file",
			"rm -r src/lib; echo > src/lib",
			[
				violation("src/lib", "changed"),
				violation("src/lib/a.js", "deleted"),
				violation("src/lib/b.js", "deleted"),
			],
		],
		["change, then change back", "cp src/app.js /tmp/k; echo x > src/app.js; cat /tmp/k > src/app.js", []],
		[
			"new files that tools pick up by themselves",
			"echo > conftest.py; echo > test/package.json; echo > .env; mkdir node_modules/z; echo > node_modules/z/package.json",
			[fine(".env", true), fine("conftest.py", true), fine("node_modules/"), fine("test/package.json", true)],
		],
	])("%s", async (_name, script, expected) => {
		expect(await changesOf(script)).toEqual(expected);
	});
});
