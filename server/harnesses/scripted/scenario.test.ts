import { expect, test } from "vitest";
import { chooseEntry, parseScenario } from "./scenario.ts";
import { fillTemplates } from "./template.ts";

const scenario = (entries: object[]) => parseScenario({ id: "s", entries });

test.each([
	[{ steps: [{ wirte: { path: "a" } }] }, "wirte"],
	[{ steps: [{ write: { path: "/abs", content: "" } }] }, "stay inside the workspace"],
	[{ steps: [{ write: { path: "a/../../b", content: "" } }] }, "stay inside the workspace"],
	[{ steps: [{ write: { path: "a" } }] }, "give one of content, file, base64"],
	[{ steps: [{ message: "a", final: "b" }] }, "exactly one verb"],
	[{ steps: [{}] }, "exactly one verb"],
	[{ role: "judge", steps: [] }, "entries[0].role"],
])("a wrong scenario says where: %j", (entry, words) => {
	expect(() => scenario([{ role: "developer", ...entry }])).toThrow(words);
});

test("short and long forms are the same step", () => {
	const parsed = scenario([
		{
			role: "*",
			steps: [
				{ message: "a" },
				{ message: { text: "a" } },
				{ sleep: 5 },
				{ sleep: { ms: 5 } },
				{ crash: {} },
			],
		},
	]);
	expect(parsed.entries[0]?.steps).toEqual([
		{ message: "a" },
		{ message: "a" },
		{ sleep: 5 },
		{ sleep: 5 },
		{ crash: true },
	]);
});

test("the most exact entry is chosen", () => {
	const parsed = scenario([
		{ role: "*", steps: [] },
		{ role: "developer", steps: [] },
		{ role: "developer", loop: [2, 3], steps: [] },
		{ role: "developer", loop: 3, steps: [] },
		{ role: "developer", loop: 3, attempt: 2, steps: [] },
		{ role: "developer", loop: 3, resume: true, steps: [] },
		{ role: "developer", loop: 3, planned: false, steps: [] },
	]);
	const pick = (role: string, loop: number, attempt = 1, resumed = false, planned = true) =>
		chooseEntry(parsed, { role, loop, attempt, resumed, planned })?.index;
	expect(pick("tester", 1)).toBe(0);
	expect(pick("developer", 1)).toBe(1);
	expect(pick("developer", 2)).toBe(2);
	expect(pick("developer", 3)).toBe(3);
	expect(pick("developer", 3, 2)).toBe(4);
	expect(pick("developer", 3, 1, true)).toBe(5);
	expect(pick("developer", 3, 1, false, false)).toBe(6);
	expect(pick("developer", 2, 1, false, false)).toBe(2);
	expect(
		chooseEntry(scenario([{ role: "tester", steps: [] }]), {
			role: "planner",
			loop: 1,
			attempt: 1,
			resumed: false,
			planned: false,
		}),
	).toBeNull();
});

test("templates insert texts and whole values", () => {
	const data = { loop: 3, issues: [{ key: "a" }, { key: "b" }], none: null };
	expect(
		fillTemplates(
			{ a: "{{issues}}", b: "in {{ loop }}: {{issues[1].key}}", c: "{{no.such}}", d: "x{{none}}y" },
			data,
		),
	).toEqual({
		a: data.issues,
		b: "in 3: b",
		c: null,
		d: "xy",
	});
});
