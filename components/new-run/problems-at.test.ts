import { expect, test } from "vitest";
import { partOf, problemsAt } from "./problems-at.ts";

const at = (where: string) => ({ where, what: "wrong" });

test("a place holds what lies below it and nothing that only begins alike", () => {
	const problems = ["project.checks[1].id", "project.checks[10].id", "project.checks[1]"].map(at);
	expect(problemsAt(problems, "project.checks[1]").map(({ where }) => where)).toEqual([
		"project.checks[1].id",
		"project.checks[1]",
	]);
});

test.each([
	["bindings.tester.model", "roles"],
	["options.loops", "protocol"],
	["fuseline.json:12", "spec"],
	["source.path", "spec"],
	["project.probes[0].steps[2]", "product"],
	["budgets.tokens", "budgets"],
	["/home/me/lantern", "spec"],
])("%s is shown by %s", (where, part) => expect(partOf(at(where))).toBe(part));
