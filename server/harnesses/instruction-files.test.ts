import { expect, test } from "vitest";
import type { InvocationRequest } from "../domain/harness.ts";
import { claudeCode } from "./claude-code/harness.ts";
import { codex } from "./codex/harness.ts";
import { opencode } from "./opencode/harness.ts";
import { pi } from "./pi/harness.ts";

const request: InvocationRequest = {
	...{ invocationId: "i", role: "planner", access: "read-only", attempt: 1, loop: 1, prompt: "p" },
	...{ workspace: "/ws", outbox: "/out", scratch: "/scratch", binary: "/bin/p", model: null, effort: null },
	...{ settings: {}, resumeSessionId: null, outputSchema: null, sandboxed: true, runningAsRoot: true },
	...{ appUrl: null, maxTurns: null, mcpServers: [] },
};

/** What was seen to keep the product's files for agents out of the CLI's requests. */
test.each([
	["codex", codex, "project_doc_max_bytes=0"],
	["claude-code", claudeCode, "--setting-sources user"],
	["pi", pi, "--no-context-files"],
	["opencode: instructions", opencode, "OPENCODE_DISABLE_PROJECT_CONFIG=1"],
	["opencode: skills", opencode, "OPENCODE_DISABLE_EXTERNAL_SKILLS=1"],
] as const)("planner and tester don't hear the product's own instructions: %s", (_, harness, switchedOff) => {
	for (const sandboxed of [true, false]) {
		const { argv, environment } = harness.command({ ...request, sandboxed });
		const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
		expect([...argv, ...variables].join(" ")).toContain(switchedOff);
	}
});
