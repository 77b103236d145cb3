import { expect, it } from "vitest";
import { protocolOptionsSchema } from "../../domain/run.ts";
import { inputPolicy, protocol } from "./protocol.ts";

const context = { options: protocolOptionsSchema.parse({ loops: 9 }), roles: ["developer" as const] };

it("does one pass whatever `loops` says, and never calls a tester", () => {
	const develop = protocol.start(context);
	expect("effects" in develop && develop.effects[0]).toMatchObject({
		prompt: "vanilla",
		access: "read-write",
	});
	const freeze = protocol.next(
		develop.state,
		{ kind: "invoke", key: "loop-01/develop", status: "failed", errorKind: "agent", message: "" },
		context,
	);
	const examine = protocol.next(
		freeze.state,
		{ kind: "freeze", key: "loop-01/freeze", candidate: { tree: "a".repeat(64) } },
		context,
	);
	const assess = protocol.next(
		examine.state,
		{ kind: "examine", key: "loop-01/examine", status: "ok", message: "" },
		context,
	);
	expect("effects" in assess && assess.effects[0]?.kind).toBe("assess");
	const verdict = { status: "untested", integrity: "clean", contract: "unknown", reasons: [] } as const;
	const end = protocol.next(
		assess.state,
		{ kind: "assess", key: "loop-01/assess", verdict: { ...verdict, reasons: [] }, productComplete: false },
		context,
	);
	expect(end).toMatchObject({ end: { cause: "completed" } });
});

it("fails when the developer left the seed as it was", () => {
	const develop = protocol.start(context);
	const freeze = protocol.next(
		develop.state,
		{ kind: "invoke", key: "loop-01/develop", status: "ok" },
		context,
	);
	expect(
		protocol.next(freeze.state, { kind: "freeze", key: "loop-01/freeze", candidate: null }, context),
	).toMatchObject({ end: { cause: "failed", detail: "No loop gave a candidate." } });
});

it("sees nothing of earlier loops", () => {
	expect(inputPolicy()).toEqual({ evidence: false, ledger: false, preservation: false });
});
