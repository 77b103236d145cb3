import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HarnessId, harnesses } from "../../server/harnesses/registry.ts";

/**
 * A HOME for each CLI as a user would have it who works with a provider of his own: the configuration stands in the CLI's
 * own files, Fuseline is told nothing but the model. Each role has a model of its own, so the server knows who asks.
 */
export interface CliHome {
	/** writes the configuration; gives variables of the user's environment */
	prepare(home: string, serverUrl: string): Record<string, string>;
	/** the CLI's own retries and time limits as short as it lets them be, so that failures come soon */
	hurry(home: string): void;
	/** what `--role planner=<harness>:<model>` takes */
	model(role: string): string;
	/** arguments of an ordinary call, as its user makes one */
	ask(model: string): string[];
}

/** Lets a CLI work once as its user would, outside of any sandbox: from then on HOME holds all that it makes there. */
export async function workOnce(id: string, home: string, environment: Record<string, string>): Promise<void> {
	const cli = homes[id] as CliHome;
	const { name } = harnesses[id as HarnessId].definition.binary ?? { name: id };
	const program = join(environment.FUSELINE_HARNESS_CACHE ?? "", id, "bin", name);
	const work = join(home, "work");
	mkdirSync(work, { recursive: true });
	const child = spawn(program, cli.ask(cli.model("planner")), {
		cwd: work,
		// Claude Code is asked to go on as root
		env: { ...environment, HOME: home, IS_SANDBOX: "1" } as unknown as NodeJS.ProcessEnv,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
	const [code] = await once(child, "close");
	if (code !== 0 || !said.includes("used once"))
		throw new Error(`${id} ended with ${code}: ${said.slice(-3000)}`);
}

/** What the model says to that call. */
export const usedOnce = { lanes: { planner: { turns: [{ shell: "ls" }, { text: "used once" }] } } };

/** A HOME where a user's would be: read-only in the sandbox but for a CLI's own folders. One under /tmp would be hidden. */
export function testHome(): string {
	const cache = process.env.FUSELINE_HARNESS_CACHE;
	if (!cache) throw new Error("FUSELINE_HARNESS_CACHE is not set: start this by `npm run test:harnesses`");
	mkdirSync(join(cache, "homes"), { recursive: true });
	return mkdtempSync(join(cache, "homes", "home-"));
}

const roles = ["planner", "developer", "tester"];
const put = (home: string, path: string, text: string) => {
	mkdirSync(dirname(join(home, path)), { recursive: true });
	writeFileSync(join(home, path), text);
};

export const homes: Record<string, CliHome> = {
	codex: {
		prepare(home, serverUrl) {
			put(
				home,
				".codex/config.toml",
				[
					'model_provider = "scripted"',
					"[model_providers.scripted]",
					'name = "Scripted"',
					`base_url = "${serverUrl}/v1"`,
					'env_key = "OPENAI_API_KEY"',
					'wire_api = "responses"',
					"request_max_retries = 1",
					"stream_max_retries = 1",
					"stream_idle_timeout_ms = 10000",
				].join("\n"),
			);
			return { OPENAI_API_KEY: "test-key" };
		},
		// its configuration says so already
		hurry: () => {},
		model: (role) => role,
		ask: (model) => [
			"exec",
			"--skip-git-repo-check",
			"--dangerously-bypass-approvals-and-sandbox",
			"-m",
			model,
			"Look",
		],
	},
	"claude-code": {
		prepare: (_, serverUrl) => ({ ANTHROPIC_BASE_URL: serverUrl, ANTHROPIC_API_KEY: "test-key" }),
		hurry: (home) =>
			put(
				home,
				".claude/settings.json",
				JSON.stringify({ env: { CLAUDE_CODE_MAX_RETRIES: "1", API_TIMEOUT_MS: "10000" } }),
			),
		model: (role) => role,
		ask: (model) => ["-p", "--dangerously-skip-permissions", "--model", model, "Look"],
	},
	opencode: {
		prepare(home, serverUrl) {
			const models = Object.fromEntries(
				roles.map((role) => [
					role,
					{ limit: { context: 200000, output: 8000 }, cost: { input: 1, output: 2 } },
				]),
			);
			const options = { baseURL: `${serverUrl}/v1`, apiKey: "test-key" };
			const scripted = { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models };
			const config = {
				small_model: "scripted/tester",
				enabled_providers: ["scripted"],
				provider: { scripted },
			};
			put(home, ".config/opencode/opencode.json", JSON.stringify(config));
			return {};
		},
		hurry: () => {},
		model: (role) => `scripted/${role}`,
		ask: (model) => ["run", "-m", model, "Look"],
	},
	pi: {
		prepare(home, serverUrl) {
			const models = roles.map((id) => ({
				id,
				reasoning: true,
				contextWindow: 200000,
				maxTokens: 8000,
				cost: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 },
			}));
			const scripted = { baseUrl: `${serverUrl}/v1`, api: "openai-completions", apiKey: "test-key", models };
			put(home, ".pi/agent/models.json", JSON.stringify({ providers: { scripted } }));
			return {};
		},
		hurry: (home) => put(home, ".pi/agent/settings.json", JSON.stringify({ retry: { enabled: false } })),
		model: (role) => `scripted/${role}`,
		ask: (model) => ["-p", "--model", model, "Look"],
	},
	gemini: {
		prepare: (_, serverUrl) => ({ GOOGLE_GEMINI_BASE_URL: serverUrl, GEMINI_API_KEY: "test-key" }),
		hurry: () => {},
		model: (role) => role,
		ask: (model) => ["--yolo", "--model", model, "-p", "Look"],
	},
};
