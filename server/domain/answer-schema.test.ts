import { describe, expect, it } from "vitest";
import { answerSchema, readAnswer } from "./answer-schema.ts";

const plan = { objective: "x", tasks: [{ title: "t", outcome: "o" }], acceptance: ["a"] };

describe("readAnswer", () => {
	it.each([
		["bare JSON", JSON.stringify(plan)],
		["a byte order mark and blanks", `\uFEFF \n${JSON.stringify(plan)}\n`],
		["a fence", `\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\``],
		["a fence without a language", `\`\`\`\n${JSON.stringify(plan)}\n\`\`\``],
		["a fence of tildes", `~~~json\n${JSON.stringify(plan)}\n~~~`],
	])("reads %s and fills the defaults", (_, text) => {
		expect(readAnswer("plan", text)).toMatchObject({
			ok: true,
			value: { objective: "x", constraints: [], notes: "" },
		});
	});

	it.each([
		["nothing", "  \n", /empty/],
		["prose", "Here is my plan.", /no JSON/],
		["prose around JSON", `Here: ${JSON.stringify(plan)}`, /no JSON/],
		["two objects", `${JSON.stringify(plan)}\n${JSON.stringify(plan)}`, /no JSON/],
		["a cut object", '{"objective":', /no JSON/],
		["a list", "[]", /whole input/],
		["a lone surrogate", JSON.stringify({ ...plan, notes: "\ud800" }), /surrogate/],
		["an unknown key", JSON.stringify({ ...plan, score: 9 }), /score/],
		["four tasks", JSON.stringify({ ...plan, tasks: Array(4).fill(plan.tasks[0]) }), /^tasks: /],
		[
			"a wrong type deep inside",
			JSON.stringify({ ...plan, tasks: [{ title: 1, outcome: "o" }] }),
			/^tasks\[0\]\.title: /,
		],
	])("refuses %s and says why", (_, text, message) => {
		const read = readAnswer("plan", text);
		expect(read.ok).toBe(false);
		expect(read.ok ? "" : read.problems.join("\n")).toMatch(message);
	});

	it("refuses a report that says one thing twice", () => {
		const claim = { id: "a", statement: "s", assessment: "verified" };
		const read = readAnswer("test", JSON.stringify({ status: "pass", claims: [claim, claim] }));
		expect(read).toEqual({ ok: false, problems: ['claims: the id "a" is used twice; say each thing once'] });
	});

	it("doesn't drown a role in problems", () => {
		const claims = Array.from({ length: 100 }, () => ({}));
		const read = readAnswer("test", JSON.stringify({ status: "pass", claims }));
		expect(read.ok ? 0 : read.problems.length).toBe(21);
	});
});

it("gives a JSON Schema in which defaults are optional and strange keys refused", () => {
	expect(answerSchema("develop").json).toMatchObject({
		type: "object",
		required: ["status"],
		additionalProperties: false,
	});
	expect(answerSchema("plan").json).toMatchObject({ required: ["objective", "tasks", "acceptance"] });
	expect(answerSchema("test").json).toMatchObject({ required: ["status"] });
});
