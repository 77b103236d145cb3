import { describe, expect, it } from "vitest";
import type { EffectOutcome, ProtocolContext, Step } from "../../domain/protocol.ts";
import { type ProtocolOptions, protocolOptionsSchema } from "../../domain/run.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { inputPolicy, protocol } from "./protocol.ts";

const verdict: Verdict = { status: "pass", integrity: "clean", contract: "aligned", reasons: [] };

function contextOf(options: Partial<ProtocolOptions>): ProtocolContext {
	return { options: protocolOptionsSchema.parse(options), roles: ["planner", "developer", "tester"] };
}

/** What goes wrong, by effect key; everything else goes well. */
type Trouble = Record<string, "invalid_output" | "failed" | "unchanged" | "complete">;

function walk(options: Partial<ProtocolOptions>, trouble: Trouble = {}): { keys: string[]; end: string } {
	const context = contextOf(options);
	const keys: string[] = [];
	let step: Step<Parameters<typeof protocol.next>[0]> = protocol.start(context);
	while ("effects" in step) {
		const effect = step.effects[0];
		if (effect === undefined) throw new Error("no effect");
		keys.push(effect.key);
		const { key } = effect;
		const wrong = trouble[key];
		let outcome: EffectOutcome;
		if (effect.kind === "invoke") {
			outcome =
				wrong === "invalid_output"
					? { kind: "invoke", key, status: "invalid_output", problems: [] }
					: wrong === "failed"
						? { kind: "invoke", key, status: "failed", errorKind: "agent", message: "" }
						: { kind: "invoke", key, status: "ok" };
		} else if (effect.kind === "freeze") {
			outcome = { kind: "freeze", key, candidate: wrong === "unchanged" ? null : { tree: "a".repeat(64) } };
		} else if (effect.kind === "examine") {
			outcome = { kind: "examine", key, status: wrong === "failed" ? "failed" : "ok", message: "" };
		} else if (effect.kind === "assess") {
			outcome = { kind: "assess", key, verdict, productComplete: wrong === "complete" };
		} else {
			outcome = { kind: "rollback", key };
		}
		step = protocol.next(step.state, outcome, context);
	}
	return { keys, end: step.end.cause };
}

const loop = (n: number, ...names: string[]) => names.map((name) => `loop-0${n}/${name}`);
const whole = ["plan", "develop", "freeze", "examine", "test", "assess"];

describe("hoh", () => {
	it.each<[string, Partial<ProtocolOptions>, Trouble, string[], string]>([
		[
			"does all six steps in each loop",
			{ loops: 2 },
			{},
			[...loop(1, ...whole), ...loop(2, ...whole)],
			"completed",
		],
		[
			"keeps the first plan without planUpdate",
			{ loops: 2, planUpdate: false },
			{},
			[...loop(1, ...whole), ...loop(2, ...whole.slice(1))],
			"completed",
		],
		[
			"plans again without planUpdate as long as no plan was readable",
			{ loops: 2, planUpdate: false },
			{ "loop-01/plan": "invalid_output" },
			[...loop(1, "plan"), ...loop(2, ...whole)],
			"completed",
		],
		[
			"starts each further loop from the seed without warmStart",
			{ loops: 2, warmStart: false },
			{},
			[...loop(1, ...whole), ...loop(2, "rollback", ...whole)],
			"completed",
		],
		[
			"ends early only when asked to",
			{ loops: 3, earlyStop: true },
			{ "loop-01/assess": "complete" },
			loop(1, ...whole),
			"completed",
		],
		[
			"goes on after a complete product when early stops are off",
			{ loops: 2 },
			{ "loop-01/assess": "complete" },
			[...loop(1, ...whole), ...loop(2, ...whole)],
			"completed",
		],
		[
			"builds nothing on an unreadable plan",
			{ loops: 2 },
			{ "loop-01/plan": "failed" },
			[...loop(1, "plan"), ...loop(2, ...whole)],
			"completed",
		],
		[
			"examines what a failed Developer left, if it changed the tree",
			{ loops: 1 },
			{ "loop-01/develop": "failed" },
			loop(1, ...whole),
			"completed",
		],
		[
			"goes on without a readable developer report, examination or tester report",
			{ loops: 1 },
			{ "loop-01/develop": "invalid_output", "loop-01/examine": "failed", "loop-01/test": "invalid_output" },
			loop(1, ...whole),
			"completed",
		],
		[
			"ends failed after three loops in a row without a candidate",
			{ loops: 9 },
			{ "loop-02/freeze": "unchanged", "loop-03/plan": "invalid_output", "loop-04/freeze": "unchanged" },
			[
				...loop(1, ...whole),
				...loop(2, "plan", "develop", "freeze"),
				...loop(3, "plan"),
				...loop(4, "plan", "develop", "freeze"),
			],
			"failed",
		],
		[
			"forgets two misses after a candidate",
			{ loops: 4 },
			{ "loop-01/plan": "failed", "loop-02/plan": "failed", "loop-04/plan": "failed" },
			[...loop(1, "plan"), ...loop(2, "plan"), ...loop(3, ...whole), ...loop(4, "plan")],
			"completed",
		],
		[
			"is not completed without any candidate",
			{ loops: 1 },
			{ "loop-01/plan": "failed" },
			loop(1, "plan"),
			"failed",
		],
	])("%s", (_, options, trouble, keys, end) => {
		expect(walk(options, trouble)).toEqual({ keys, end });
	});

	it("says why the last loop gave no candidate when it ends failed", () => {
		const context = contextOf({ loops: 1 });
		const first = protocol.start(context);
		if ("end" in first) throw new Error("it ended at once");
		const problems = ["acceptance: give at least one"];
		const next = protocol.next(
			first.state,
			{ kind: "invoke", key: "loop-01/plan", status: "invalid_output", problems },
			context,
		);
		expect("end" in next && next.end).toEqual({
			cause: "failed",
			detail: "No loop gave a candidate. The last one: acceptance: give at least one.",
		});
	});

	it("gives write access to the Developer alone, and asks each role for its own answer", () => {
		const context = contextOf({ loops: 1 });
		const first = protocol.start(context);
		expect("effects" in first && first.effects[0]).toMatchObject({
			role: "planner",
			access: "read-only",
			purpose: "plan",
			corrections: 2,
		});
		const second = protocol.next(first.state, { kind: "invoke", key: "loop-01/plan", status: "ok" }, context);
		expect("effects" in second && second.effects[0]).toMatchObject({
			role: "developer",
			access: "read-write",
		});
	});

	it("withholds evidence, ledger and preservation together", () => {
		const off = protocolOptionsSchema.parse({ evidenceFeedback: false });
		expect(inputPolicy(off)).toEqual({ evidence: false, ledger: false, preservation: false });
		expect(inputPolicy(protocolOptionsSchema.parse({})).evidence).toBe(true);
	});
});
