import { describe, expect, it } from "vitest";
import type { Effect, EffectOutcome, ProtocolContext, Step } from "../../server/domain/protocol.ts";
import { mayWrite } from "../../server/domain/role.ts";
import { type ProtocolOptions, protocolOptionsSchema } from "../../server/domain/run.ts";
import type { Verdict } from "../../server/domain/verdict.ts";
import {
	inputPolicyOf,
	type ProtocolId,
	protocolDefinitions,
	protocols,
} from "../../server/protocols/registry.ts";

const accepted: Verdict = { status: "pass", integrity: "clean", contract: "aligned", reasons: [] };
const failed: Verdict = { status: "fail", integrity: "suspect", contract: "unknown", reasons: [] };
const tree = "a".repeat(64);

/** Everything that the runner may answer to an effect. */
function outcomesOf(effect: Effect): EffectOutcome[] {
	const { key } = effect;
	switch (effect.kind) {
		case "invoke":
			return [
				{ kind: "invoke", key, status: "ok" },
				{ kind: "invoke", key, status: "invalid_output", problems: ["no JSON"] },
				{ kind: "invoke", key, status: "failed", errorKind: "harness", message: "crashed" },
			];
		case "freeze":
			return [
				{ kind: "freeze", key, candidate: { tree } },
				{ kind: "freeze", key, candidate: null },
			];
		case "examine":
			return [
				{ kind: "examine", key, status: "ok", message: "" },
				{ kind: "examine", key, status: "failed", message: "no browser" },
			];
		case "assess":
			return [
				{ kind: "assess", key, verdict: failed, productComplete: false },
				{ kind: "assess", key, verdict: accepted, productComplete: true },
			];
		case "rollback":
			return [{ kind: "rollback", key }];
		case "ask":
			return [{ kind: "ask", key, answer: "yes" }];
	}
}

function contextOf(id: ProtocolId, options: Partial<ProtocolOptions>): ProtocolContext {
	return {
		options: protocolOptionsSchema.parse(options),
		roles: protocolDefinitions[id].roles.map(({ role }) => role),
	};
}

/** Plain comparison: this runs some hundred thousand times, for which `expect` is too slow. */
function must(holds: boolean, what: string): void {
	if (!holds) throw new Error(what);
}

/** Runs a protocol to its end; `choose` picks one of n possible outcomes. Checks every rule on the way. */
function run(id: ProtocolId, context: ProtocolContext, choose: (n: number) => number): Effect[] {
	const protocol = protocols[id];
	const limit = protocol.maxEffects(context.options);
	const granted = new Map(protocolDefinitions[id].roles.map(({ role, access }) => [role, access]));
	const effects: Effect[] = [];
	const keys = new Set<string>();
	let step: Step<unknown> = protocol.start(context);
	while ("effects" in step) {
		const [effect] = step.effects;
		// one effect at a time: branches would need a journal of several open steps
		if (effect === undefined || step.effects.length !== 1) throw new Error("not exactly one effect");
		must(!("end" in step), "asks and ends in one step");
		must(!keys.has(effect.key), `the key ${effect.key} is used twice`);
		effects.push(effect);
		must(effects.length <= limit, `asks for more than ${limit} effects`);
		must(effect.loop >= 1 && effect.loop <= context.options.loops, `${effect.key} is outside the loops`);
		if (effect.kind === "invoke") {
			must(granted.get(effect.role) === effect.access, `${effect.key}: access isn't the defined one`);
			must(effect.access === "read-only" || mayWrite[effect.role], `${effect.key}: may not write`);
			must(
				effect.session.kind === "new" || keys.has(effect.session.key),
				`${effect.key} continues a session that never began`,
			);
		}
		keys.add(effect.key);
		// what is stored after each step must be plain data that reads back
		const text = JSON.stringify(step.state);
		const stored = JSON.parse(text);
		must(JSON.stringify(protocol.stateSchema.parse(stored)) === text, "the state doesn't read back");
		const outcomes = outcomesOf(effect);
		const outcome = outcomes[choose(outcomes.length)];
		if (outcome === undefined) throw new Error("unreachable");
		step = protocol.next(stored, outcome, context);
	}
	must(step.end.detail !== "", "an end without a reason");
	return effects;
}

/** Every sequence of outcomes, by counting through the choices like an odometer; returns how many there were. */
function exhaust(id: ProtocolId, context: ProtocolContext, limit: number): number {
	let script: number[] = [];
	for (let runs = 1; runs <= limit; runs += 1) {
		const sizes: number[] = [];
		run(id, context, (n) => {
			sizes.push(n);
			return script[sizes.length - 1] ?? 0;
		});
		const used = sizes.map((_, index) => script[index] ?? 0);
		let place = sizes.length - 1;
		while (place >= 0 && (used[place] as number) + 1 >= (sizes[place] as number)) place -= 1;
		if (place < 0) return runs;
		script = [...used.slice(0, place), (used[place] as number) + 1];
	}
	throw new Error(`more than ${limit} sequences`);
}

/** The generator of Numerical Recipes: the same sequence everywhere, so a failure can be repeated. */
function dice(seed: number): (n: number) => number {
	let state = seed >>> 0;
	return (n) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 0x1_0000_0000) * n);
	};
}

const ids = Object.keys(protocols) as ProtocolId[];
const switches = [true, false];
const variants = switches.flatMap((planUpdate) =>
	switches.flatMap((warmStart) => switches.map((earlyStop) => ({ planUpdate, warmStart, earlyStop }))),
);

describe.each(ids)("protocol %s", (id) => {
	it.each(variants)("ends after every sequence of outcomes of two loops: %o", (variant) => {
		expect(exhaust(id, contextOf(id, { ...variant, loops: 2 }), 30_000)).toBeGreaterThan(1);
	});

	it("ends within its limit in long runs whatever happens", () => {
		for (let seed = 1; seed <= 300; seed += 1) {
			const roll = dice(seed);
			const variant = variants[roll(variants.length)];
			run(id, contextOf(id, { ...variant, loops: 1 + roll(60) }), roll);
		}
	});

	it("reaches its last loop when all goes well, and its limit is not loose", () => {
		const context = contextOf(id, { loops: 7, warmStart: false });
		const effects = run(id, context, () => 0);
		const last = Math.max(...effects.map(({ loop }) => loop));
		expect(protocols[id].maxEffects(context.options) - effects.length).toBeLessThanOrEqual(last);
	});

	it("refuses an outcome of another effect", () => {
		const context = contextOf(id, {});
		const step = protocols[id].start(context);
		expect(() => protocols[id].next(step.state, { kind: "rollback", key: "loop-99/x" }, context)).toThrow();
	});

	it("does not begin without its roles", () => {
		const step = protocols[id].start({ ...contextOf(id, {}), roles: [] });
		expect(step).toMatchObject({ end: { cause: "failed" } });
	});

	it("describes itself: id, stages and only options that exist", () => {
		const definition = protocolDefinitions[id];
		expect(definition.id).toBe(id);
		expect(definition.stages.length).toBeGreaterThan(0);
		for (const { key } of definition.options) {
			expect(Object.keys(protocolOptionsSchema.shape)).toContain(key);
		}
		for (const { role, access } of definition.roles) {
			if (access === "read-write") expect(mayWrite[role]).toBe(true);
		}
		expect(inputPolicyOf(id, protocolOptionsSchema.parse({}))).toBeTypeOf("object");
	});
});
