import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
}

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
	},
	gemini: {
		prepare: (_, serverUrl) => ({ GOOGLE_GEMINI_BASE_URL: serverUrl, GEMINI_API_KEY: "test-key" }),
		hurry: () => {},
		model: (role) => role,
	},
};
