import { describe, expect, it } from "vitest";
import { mcpServersOf } from "../domain/mcp-servers.ts";
import { bindingsSchema } from "../domain/role.ts";
import { harnesses } from "./registry.ts";

const server = (access?: string) => ({ command: "docs-server", ...(access ? { access } : {}) });
const settings = (access?: string) => ({ mcpServers: { docs: server(access) } });
const { codex, pi } = harnesses;

describe("MCP servers of a binding", () => {
	it.each([
		["a read-only one for a tester", settings("read-only"), "read-only", codex, null],
		["a read-only one for a developer", settings("read-only"), "read-write", codex, null],
		["one that writes for a developer", settings("read-write"), "read-write", codex, null],
		["one that writes for a tester", settings("read-write"), "read-only", codex, /a read-only role can't/],
		["an undeclared one for a tester", settings(), "read-only", codex, /docs\.access: say what it may do/],
		["an undeclared one for a developer", settings(), "read-write", codex, /docs\.access: say what/],
		["any for a CLI without MCP", settings("read-only"), "read-only", pi, /^Pi doesn't speak MCP/],
		[
			"one that takes the browser's name",
			{ mcpServers: { look: server("read-only") } },
			"read-only",
			codex,
			/"look" is taken/,
		],
	] as const)("%s", (_name, given, access, harness, problem) => {
		const made = () => mcpServersOf(given, access, harness.definition);
		if (problem !== null) expect(made).toThrow(problem);
		else {
			expect(made()).toEqual([{ name: "docs", command: "docs-server", args: [], environment: {} }]);
			expect(harness.definition.settings.safeParse(given).success).toBe(true);
		}
	});

	it.each([
		["planner", "read-write", false],
		["planner", undefined, false],
		["planner", "read-only", true],
		["tester", "read-write", false],
		["developer", "read-write", true],
	] as const)("a %s's binding with %s is refused when it is made, or not", (role, access, good) => {
		const binding = {
			harness: "codex",
			access: role === "developer" ? "read-write" : "read-only",
			settings: settings(access),
		};
		const parsed = bindingsSchema.safeParse({ [role]: binding });
		expect(parsed.success).toBe(good);
		if (!good) expect(parsed.error?.issues[0]?.path.slice(0, 3)).toEqual([role, "settings", "mcpServers"]);
	});
});
