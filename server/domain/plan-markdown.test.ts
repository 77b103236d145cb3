import { expect, it } from "vitest";
import { phases, plan } from "./assess-fixture.ts";
import { planMarkdown } from "./plan-markdown.ts";

it("writes what is there and leaves out what is empty", () => {
	expect(planMarkdown(plan())).toBe(
		[
			"# Development document",
			"Start",
			"Phase: `first`",
			"## Tasks",
			"1. **Start**\n   Outcome: It starts",
			"## Acceptance",
			"- `boot`",
			"## Constraints",
			"- `offline`\n",
		].join("\n\n"),
	);
});

it("spells ids out where it knows them", () => {
	const text = planMarkdown(
		plan({
			tasks: [{ title: "Count", outcome: "1 after a move", targets: ["stuck"] }],
			dropped: [{ claim: "old", reason: "replaced" }],
			deferred: [{ criterion: "moves", phase: "second" }],
			allowedPaths: ["src/**"],
			stop: ["tests pass"],
			notes: "Careful.",
			proposal: { serve: { run: "node serve.mjs" }, checks: [{ id: "build", run: "make" }] },
		}),
		{ loop: 3, phases, preserved: [{ claim: "menu", statement: "There is a menu", loop: 2 }] },
	);
	for (const line of [
		"# Development document, loop 3",
		"   Targets: `stuck`",
		"- `boot`: It starts",
		"- `menu`: There is a menu (verified in loop 2)",
		"- `old`: replaced",
		"- `moves` to phase `second`",
		"- `src/**`",
		"- tests pass",
		"Careful.",
		"- serve: `node serve.mjs`",
		"- check `build`: `make`",
	]) {
		expect(text.split("\n")).toContain(line);
	}
});

it("keeps a planner's text on its own line", () => {
	expect(planMarkdown(plan({ objective: "Start\n\n# Acceptance\n- everything" }))).toContain(
		"Start # Acceptance - everything",
	);
});
