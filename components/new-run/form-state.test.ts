import { expect, test } from "vitest";
import type { ProtocolDefinition } from "@/server/domain/protocol.ts";
import { formFromSettings, initialForm, nameFromSpec, toStartInput } from "./form-state.ts";

const start = {
	demos: [{ id: "lantern", title: "Lantern", summary: "", name: "lantern" }],
	defaults: {
		protocol: "hoh",
		options: {
			loops: 5,
			planUpdate: true,
			evidenceFeedback: true,
			warmStart: true,
			earlyStop: false,
			waitForReset: true,
		},
		bindings: {
			developer: { harness: "codex", model: null, effort: null, access: "read-write" as const, settings: {} },
		},
	},
};

const vanilla = {
	id: "vanilla",
	roles: [{ role: "developer", access: "read-write", title: "", does: "" }],
	options: [{ key: "loops", label: "", help: "" }],
} as unknown as ProtocolDefinition;

test.each([
	["# Lantern\n\nA dark room", "lantern"],
	["Build me a Todo List!\nplease", "build-me-a-todo-list"],
	["  ", "untitled"],
	["# 灯笼", "灯笼"],
])("a spec names its project: %j", (text, name) => expect(nameFromSpec(text)).toBe(name));

test("only what the protocol reads is sent, with its access", () => {
	const form = { ...initialForm(start), text: "# Lantern" };
	form.players.tester = { harness: "codex", model: "x", effort: "", settings: {} };
	expect(toStartInput(form, vanilla)).toEqual({
		source: { kind: "spec", name: "lantern", text: "# Lantern" },
		protocol: "hoh",
		options: { loops: 5 },
		bindings: {
			developer: { harness: "codex", model: null, effort: null, access: "read-write", settings: {} },
		},
		budgets: {},
		language: "en",
		project: null,
	});
});

test("budgets: empty is no limit, spaces group digits, nonsense is left for the server to refuse", () => {
	const form = { ...initialForm(start), budgets: { tokens: "5 000 000", costUsd: "", wallMinutes: "soon" } };
	expect(toStartInput(form, vanilla).budgets).toEqual({ tokens: 5_000_000, wallMinutes: "soon" });
});

test("copied settings come back as they were", () => {
	const form = { ...initialForm(start), text: "# Lantern", budgets: { tokens: "10" } };
	Object.assign(form.budgets, { "perRole.developer.tokens": "5", onExhausted: "stop" });
	const input = toStartInput(form, vanilla);
	expect(toStartInput(formFromSettings(input, start), vanilla)).toEqual(input);
});
