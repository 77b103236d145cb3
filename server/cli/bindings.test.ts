import { describe, expect, test } from "vitest";
import { protocolDefinitions } from "../protocols/registry.ts";
import { bindingsOf, optionsOf, parseHarness } from "./bindings.ts";

test.each([
	["codex", { harness: "codex", model: null }],
	["codex:gpt-5.5", { harness: "codex", model: "gpt-5.5" }],
	["opencode:openai/gpt:free", { harness: "opencode", model: "openai/gpt:free" }],
	["codex:", { harness: "codex", model: null }],
])("parseHarness(%s)", (text, expected) => {
	expect(parseHarness(text)).toEqual(expected);
});

describe("bindingsOf", () => {
	const { hoh } = protocolDefinitions;

	test("--harness and --model hold for all roles, --role for its own", () => {
		expect(bindingsOf({ harness: "codex", model: "a", role: ["tester=scripted:/x.json"] }, hoh)).toEqual({
			planner: { harness: "codex", model: "a", access: "read-only" },
			developer: { harness: "codex", model: "a", access: "read-write" },
			tester: { harness: "scripted", model: "/x.json", access: "read-only" },
		});
	});

	test.each([
		[{ role: ["testr=codex"], harness: "codex" }, /unknown role of hoh "testr".*did you mean "tester"/],
		[{ role: ["tester"], harness: "codex" }, /ROLE=HARNESS/],
		[{ role: ["tester=codex"] }, /the planner has no harness/],
		[{ harness: "codexx" }, /^--harness: unknown harness "codexx".*did you mean "codex"/],
	])("%j is bad input", (flags, message) => {
		expect(() => bindingsOf(flags, hoh)).toThrowError(expect.objectContaining({ exitCode: 2 }));
		expect(() => bindingsOf(flags, hoh)).toThrowError(message);
	});
});

test("--set takes words, numbers and truth as they look; --loops wins", () => {
	expect(optionsOf(["planUpdate=false", "loops=3", "note=a=b"], 7)).toEqual({
		planUpdate: false,
		loops: 7,
		note: "a=b",
	});
	expect(() => optionsOf(["loops"], undefined)).toThrowError(/KEY=VALUE/);
});
