import { expect, it } from "vitest";
import type { Effect, EffectOutcome, Step } from "../../domain/protocol.ts";
import { protocolOptionsSchema } from "../../domain/run.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { protocol } from "./protocol.ts";

const verdict: Verdict = { status: "untested", integrity: "clean", contract: "unknown", reasons: [] };

/** `passes`: what each pass does: changes the tree, leaves it, or fails and leaves it. */
function walk(passes: ("changes" | "idle" | "fails")[]): { effects: Effect[]; end: string } {
	const context = {
		options: protocolOptionsSchema.parse({ loops: passes.length }),
		roles: ["developer" as const],
	};
	const effects: Effect[] = [];
	let step: Step<Parameters<typeof protocol.next>[0]> = protocol.start(context);
	while ("effects" in step) {
		const effect = step.effects[0] as Effect;
		effects.push(effect);
		const { key } = effect;
		const pass = passes[effect.loop - 1];
		const outcomes: Partial<Record<Effect["kind"], EffectOutcome>> = {
			invoke:
				pass === "fails"
					? { kind: "invoke", key, status: "failed", errorKind: "harness", message: "" }
					: { kind: "invoke", key, status: "ok" },
			freeze: { kind: "freeze", key, candidate: pass === "changes" ? { tree: "a".repeat(64) } : null },
			examine: { kind: "examine", key, status: "ok", message: "" },
			assess: { kind: "assess", key, verdict, productComplete: false },
		};
		step = protocol.next(step.state, outcomes[effect.kind] as EffectOutcome, context);
	}
	return { effects, end: step.end.cause };
}

it("goes on in the session of the pass before, with one fixed prompt", () => {
	const calls = walk(["changes", "changes", "changes"]).effects.filter((effect) => effect.kind === "invoke");
	expect(calls.map(({ prompt, session }) => ({ prompt, session }))).toEqual([
		{ prompt: "vanilla", session: { kind: "new" } },
		{ prompt: "continuation", session: { kind: "continue", key: "loop-01/develop" } },
		{ prompt: "continuation", session: { kind: "continue", key: "loop-02/develop" } },
	]);
});

it.each([
	[
		"a developer with nothing left to do is no failure",
		["changes", "idle", "idle", "idle", "idle"],
		"completed",
	],
	["three failed passes in a row end the run", ["changes", "fails", "fails", "fails", "changes"], "failed"],
	[
		"a good pass between failures starts the count again",
		["fails", "fails", "idle", "fails", "changes"],
		"completed",
	],
	["without any candidate nothing was completed", ["idle", "idle"], "failed"],
] as const)("%s", (_, passes, end) => {
	expect(walk([...passes]).end).toBe(end);
});
