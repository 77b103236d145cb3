import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DoctorView, HarnessStatus } from "../../server/domain/doctor-view.ts";
import { root } from "../support/root.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("doctor");

/** How each CLI says its version (Pi on stderr), and what a login leaves in HOME. */
const programs = {
	codex: { binary: "codex", says: "echo 'codex-cli 0.171.0'", version: "0.171.0", login: ".codex/auth.json" },
	"claude-code": {
		binary: "claude",
		says: "echo '2.1.332 (Claude Code)'",
		version: "2.1.332",
		login: ".claude/.credentials.json",
	},
	opencode: {
		binary: "opencode",
		says: "echo 1.18.33",
		version: "1.18.33",
		login: ".local/share/opencode/auth.json",
	},
	pi: { binary: "pi", says: "echo 0.73.1 >&2", version: "0.73.1", login: ".pi/agent/auth.json" },
} as const;
type Cli = keyof typeof programs;

/** A machine with these CLIs; `logged` has a login of them. */
function machine(name: string, installed: Cli[], logged: Cli[] = []) {
	const at = join(folder, name);
	const bin = join(at, "bin");
	const home = join(at, "home");
	for (const directory of [bin, home]) mkdirSync(directory, { recursive: true });
	// the tools that the doctor itself needs, and nothing that somebody may have installed beside them
	for (const tool of [
		"sh",
		"bwrap",
		"unshare",
		"mount",
		"umount",
		"true",
		"id",
		"chromium-headless-shell",
		"git",
	]) {
		const found = spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).stdout.trim();
		if (found.startsWith("/")) symlinkSync(found, join(bin, tool));
	}
	for (const id of installed) {
		const { binary, says } = programs[id];
		writeFileSync(join(bin, binary), `#!/bin/sh\n${says}\n`);
		chmodSync(join(bin, binary), 0o755);
	}
	for (const id of logged) {
		const file = join(home, programs[id].login);
		mkdirSync(join(file, ".."), { recursive: true });
		writeFileSync(file, "{}");
	}
	return (words: string[] = ["--json"]) => {
		const said = spawnSync(process.execPath, [join(root, ".build", "cli.mjs"), "doctor", ...words], {
			cwd: root,
			encoding: "utf8",
			env: {
				PATH: bin,
				HOME: home,
				FUSELINE_DATA_DIR: join(at, "data"),
				FUSELINE_HARNESS_CACHE: join(at, "cache"),
				FUSELINE_PORT: "0",
			} as unknown as NodeJS.ProcessEnv,
		});
		expect(said.status, said.stderr).toBe(0);
		return said.stdout;
	};
}

const seen = (text: string) =>
	Object.fromEntries(
		(JSON.parse(text) as DoctorView).harnesses
			.filter((harness) => harness.id in programs)
			.map((harness): [string, HarnessStatus] => [harness.id, harness]),
	) as Record<Cli, HarnessStatus>;

const ids = Object.keys(programs) as Cli[];

test("a machine without any CLI: each says how to get it, and the scripted stand-in still works", () => {
	const text = machine("none", [])();
	for (const id of ids) {
		expect(seen(text)[id]).toMatchObject({
			installed: false,
			path: null,
			version: null,
			installHint: `npm run harnesses:install -- ${id}`,
		});
	}
	const scripted = (JSON.parse(text) as DoctorView).harnesses.find((harness) => harness.id === "scripted");
	expect(scripted).toMatchObject({ installed: true, login: "not_needed", keyVisibleToAgent: false });
});

test("a machine with one: path, version, login, what it can, and what its agent can see", () => {
	const ask = machine("one", ["pi"], ["pi"]);
	const found = seen(ask());
	expect(found.pi).toMatchObject({
		installed: true,
		version: "0.73.1",
		login: "yes",
		eyes: "command",
		keyVisibleToAgent: true,
		capabilities: { resume: true, mcp: false, outputSchema: false, maxTurns: false },
	});
	expect(found.pi.path).toBe(join(folder, "one", "bin", "pi"));
	expect(found.codex.installed).toBe(false);
	const table = ask([]);
	expect(table).toMatch(/^pi +yes +0\.73\.1 +yes +in the agent's shell +command/m);
	expect(table).toMatch(/^codex +no +– .*npm run harnesses:install -- codex$/m);
});

test("a machine with all: who is logged in, who isn't and how to mend that", () => {
	const found = seen(machine("all", ids, ["codex", "opencode"])());
	for (const id of ids) expect(found[id]).toMatchObject({ installed: true, version: programs[id].version });
	expect(ids.map((id) => [id, found[id].login])).toEqual([
		["codex", "yes"],
		["claude-code", "no"],
		["opencode", "yes"],
		["pi", "no"],
	]);
	expect(found["claude-code"].loginHint).toContain("claude");
	expect(found.codex).toMatchObject({ eyes: "mcp", keyVisibleToAgent: false });
});

test("a program that doesn't start counts as not installed, and says where it lies", () => {
	const ask = machine("broken", ["codex"]);
	writeFileSync(join(folder, "broken", "bin", "codex"), "#!/bin/sh\nexit 127\n");
	const { codex } = seen(ask());
	expect(codex.installed).toBe(false);
	expect(codex.installHint).toContain("doesn't start");
});
