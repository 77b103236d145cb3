import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { type HarnessId, harnesses } from "../../server/harnesses/registry.ts";
import { readOutput, runCommand } from "../../server/process/run-command.ts";
import { confine, probeSandbox, type SandboxReport } from "../../server/process/sandbox.ts";
import { roleConfinement } from "../../server/runner/role-confinement.ts";
import type { RunContext } from "../../server/runner/run-context.ts";
import { runPaths } from "../../server/runner/run-paths.ts";
import { shareLogins } from "../../server/runner/share-logins.ts";
import { attackReport } from "../support/attack-report.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

/*
 * An agent that wants to outlive its call: it changes or plants what a CLI takes for settings, hooks, extensions, servers or
 * instructions, so that it runs in the next call, or when the user works with that CLI. In the real sandbox, for each CLI's
 * folders in HOME and each role.
 */

const report = attackReport("folders of the CLIs in HOME");
const folder = temporaryFolder("state-folders");
let sandbox: SandboxReport;
beforeAll(async () => {
	sandbox = await probeSandbox();
	expect(sandbox.level).toBe("enforced");
});

interface Cli {
	/** there before the call, with its text */
	existing: Record<string, string>;
	/** not there before; would be read as configuration or code */
	planted: string[];
	login: string;
	/** what the CLI itself writes */
	session: string;
}
const clis: Record<string, Cli> = {
	codex: {
		existing: {
			".codex/config.toml": 'model = "x"\n',
			".codex/rules/default.rules": "allow\n",
			".codex/sessions/2026/01/01/rollout-of-another-project.jsonl": "private\n",
			".codex/state_5.sqlite": "private\n",
		},
		planted: [
			".codex/hooks.json",
			".codex/hooks/start.sh",
			".codex/AGENTS.md",
			".codex/work.config.toml",
			".codex/rules/more.rules",
			".codex/skills/evil/SKILL.md",
			".codex/plugins/evil/plugin.json",
		],
		login: ".codex/auth.json",
		session: ".codex/sessions/2026/11/30/rollout-1.jsonl",
	},
	"claude-code": {
		existing: {
			".claude/settings.json": "{}\n",
			".claude/skills/mine/SKILL.md": "mine\n",
			".claude/projects/-home-other/1.jsonl": "private\n",
			".claude.json": '{"mcpServers":{}}\n',
		},
		planted: [
			".claude/CLAUDE.md",
			".claude/settings.local.json",
			".claude/hooks/start.sh",
			".claude/agents/evil.md",
			".claude/commands/evil.md",
			".claude/plugins/installed_plugins.json",
			".claude/skills/mine/more.md",
		],
		login: ".claude/.credentials.json",
		session: ".claude/projects/-work/2.jsonl",
	},
	opencode: {
		existing: {
			".config/opencode/opencode.json": "{}\n",
			".local/share/opencode/bin/rg": "#!/bin/sh\n",
			".local/share/opencode/opencode.db": "private\n",
			".cache/opencode/models.json": "{}\n",
		},
		planted: [
			".config/opencode/opencode.jsonc",
			".config/opencode/config.json",
			".config/opencode/AGENTS.md",
			".config/opencode/plugin/evil.ts",
			".config/opencode/agent/evil.md",
			".config/opencode/tool/evil.ts",
			".local/share/opencode/bin/gopls",
			".cache/opencode/node_modules/evil/index.js",
			".local/state/opencode/model.json",
		],
		login: ".local/share/opencode/auth.json",
		session: ".local/share/opencode/opencode.db",
	},
	pi: {
		existing: {
			".pi/agent/settings.json": "{}\n",
			".pi/agent/models.json": "{}\n",
			".pi/agent/extensions/mine.ts": "export default () => {};\n",
			".pi/agent/sessions/--other--/1.jsonl": "private\n",
		},
		planted: [
			".pi/agent/AGENTS.md",
			".pi/agent/SYSTEM.md",
			".pi/agent/extensions/evil.ts",
			".pi/agent/prompts/evil.md",
			".pi/agent/skills/evil/SKILL.md",
			".pi/agent/bin/rg",
			".pi/settings.json",
		],
		login: ".pi/agent/auth.json",
		session: ".pi/agent/sessions/--work--/2.jsonl",
	},
	gemini: {
		existing: { ".gemini/settings.json": "{}\n", ".gemini/GEMINI.md": "mine\n" },
		planted: [".gemini/extensions/evil/gemini-extension.json", ".gemini/commands/evil.toml", ".gemini/.env"],
		login: ".gemini/oauth_creds.json",
		session: ".gemini/tmp/product/chats/1.json",
	},
};
const roles = { planner: "read-only", developer: "read-write", tester: "read-only" } as const;

const token = (number: number) => `{"token":"refresh-${number}"}\n`;

/** A user's HOME with every CLI set up and logged in, and a run's folders. */
function scene() {
	const root = mkdtempSync(join(folder, "scene-"));
	const home = join(root, "home");
	for (const cli of Object.values(clis)) {
		for (const [path, text] of Object.entries({ ...cli.existing, [cli.login]: token(1) })) {
			mkdirSync(dirname(join(home, path)), { recursive: true });
			writeFileSync(join(home, path), text);
		}
	}
	const host = loadConfig({
		HOME: home,
		PATH: process.env.PATH ?? "",
		FUSELINE_DATA_DIR: join(root, "data"),
	});
	const paths = runPaths(host.dataDirectory, "01RUN");
	mkdirSync(paths.workspace, { recursive: true });
	let count = 0;
	const call = async (id: HarnessId, role: keyof typeof roles, script: string) => {
		const { outbox, scratch, root: at } = paths.invocation(`call-${++count}`);
		for (const path of [outbox, scratch]) mkdirSync(path, { recursive: true });
		const walls = roleConfinement(
			{ host, paths } as RunContext,
			{ key: `1/${role}`, access: roles[role] },
			harnesses[id].definition,
			{ outbox, scratch, place: null, look: null },
		);
		const logins = shareLogins(walls.state, () => {});
		const confined = confine(
			["sh", "-c", script],
			{ PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home },
			walls,
			sandbox,
		);
		const result = await runCommand({
			...confined,
			cwd: "/",
			stdoutPath: join(at, "stdout"),
			stderrPath: join(at, "stderr"),
			marker: `state-folders-${process.pid}-${count}`,
			timeoutMs: 20_000,
		});
		logins.close();
		return { code: result.code, ...readOutput(result) };
	};
	return { home, data: host.dataDirectory, call };
}

/** Every file below a folder with its text, every folder with "". */
function snapshot(root: string): Record<string, string> {
	const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
	return Object.fromEntries(
		names.map((name) => {
			const path = join(root, name);
			return [name, statSync(path).isFile() ? readFileSync(path, "utf8") : ""];
		}),
	);
}

describe.each(Object.keys(clis) as HarnessId[])("%s", (id) => {
	const { existing, planted, login, session } = clis[id] as Cli;
	const settings = Object.keys(existing).filter((path) => existing[path] !== "private\n");
	const strangers = Object.keys(existing).filter((path) => existing[path] === "private\n");

	it.each(Object.keys(roles) as (keyof typeof roles)[])("the %s changes and plants nothing", async (role) => {
		const { home, call } = scene();
		const before = snapshot(home);
		const { stdout } = await call(
			id,
			role,
			[
				...settings.flatMap((path) => [
					`cat ~/${path} >/dev/null && echo "reads ${path}"`,
					`(echo evil >> ~/${path}) && echo "CHANGED ${path}"`,
					`rm -f ~/${path} && echo "REMOVED ${path}"`,
					`mv ~/${path} ~/${path}.old && echo "MOVED ${path}"`,
					`(umount ~/${path} || mount -o remount,rw,bind ~/${path}) && echo "UNMOUNTED ${path}"`,
				]),
				...strangers.map((path) => `cat ~/${path} && echo "SAW ${path}"`),
				...planted.map((path) => `mkdir -p $(dirname ~/${path}) && echo evil > ~/${path}`),
				`mkdir -p $(dirname ~/${session}) && echo kept > ~/${session} && echo "writes its session"`,
				"true",
			].join("\n"),
		);
		expect(stdout).not.toMatch(/CHANGED|REMOVED|MOVED|SAW/);
		for (const path of settings) expect(stdout).toContain(`reads ${path}`);
		expect(stdout).toContain("writes its session");
		// nothing in HOME was changed, and nothing was made: no mount point either
		const made = Object.fromEntries(Object.entries(snapshot(home)).filter(([, text]) => text !== ""));
		expect(made).toEqual(Object.fromEntries(Object.entries(before).filter(([, text]) => text !== "")));
		for (const path of planted) expect(existsSync(join(home, path)), path).toBe(false);

		// the same step's next call finds its session; another role's finds neither that nor what was planted
		expect((await call(id, role, `cat ~/${session}`)).stdout).toBe("kept\n");
		const other = role === "developer" ? "tester" : "developer";
		const look = [session, ...planted].map((path) => `grep -e evil -e kept ~/${path}`).join("\n");
		expect((await call(id, other, `${look}\ntrue`)).stdout).toBe("");
		report(`${id}, ${role}: ${settings.length} changed, ${planted.length} planted`, "refused, or gone");
	});

	it("a refreshed token stays, nothing else is taken for one, and no other CLI sees it", async () => {
		const { home, data, call } = scene();
		const mine = () => readFileSync(join(home, login), "utf8");
		const put = (number: number, path: string) => `printf '%s\\n' '${token(number).trim()}' > ${path}`;
		// rewritten in place, then replaced by renaming
		expect((await call(id, "planner", `cat ~/${login} && ${put(2, `~/${login}`)}`)).stdout).toBe(token(1));
		expect(mine()).toBe(token(2));
		await call(id, "planner", `${put(3, `~/${login}.new`)} && mv ~/${login}.new ~/${login}`);
		expect(mine()).toBe(token(3));
		// carried over while the call goes on, both ways
		const long = call(
			id,
			"planner",
			`${put(4, `~/${login}`)}; i=0; until grep -q refresh-5 ~/${login} || [ $i = 100 ]; do i=$((i+1)); sleep 0.1; done; cat ~/${login}`,
		);
		await expect.poll(mine, { timeout: 10_000 }).toBe(token(4));
		writeFileSync(join(home, login), token(5));
		expect((await long).stdout).toBe(token(5));
		const secret = join(home, "secret.json");
		writeFileSync(secret, '{"secret":"of-the-user"}');
		for (const script of [
			`rm ~/${login}`,
			`ln -sf ${secret} ~/${login}`,
			`rm ~/${login}; mkfifo ~/${login}`,
			`rm ~/${login}; mkdir ~/${login}`,
			`echo torn > ~/${login}`,
			`echo '[]' > ~/${login}`,
			`rm -rf "$(dirname ~/${login})"; true`,
		]) {
			await call(id, "developer", script);
			expect(mine(), script).toBe(token(5));
		}
		const stored = Object.values(snapshot(join(data, "runs", "01RUN", "sessions"))).join("");
		expect(stored).not.toMatch(/refresh-|of-the-user/);
		const other = id === "pi" ? "codex" : "pi";
		expect((await call(other, "developer", `cat ~/${login}; true`)).stdout).toBe("");
		report(
			`${id}: its login removed, linked away, torn; read by another CLI's agent`,
			"as it was; not there",
		);
	});
});
