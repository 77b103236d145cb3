import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import { claim, input, otherTree, record, report, tree } from "./assess-fixture.ts";
import type { AssessInput } from "./assess-types.ts";
import type { GapReason } from "./evidence.ts";

/** The host's word on the claim `boot` when it is reported so. */
function judge(reported: Record<string, unknown>, part: Partial<AssessInput> = {}) {
	const output = assess(
		input({ report: report({ claims: [claim("boot", reported), claim("offline")] }), ...part }),
	);
	const found = output.claims.find(({ id }) => id === "boot");
	if (found === undefined) throw new Error("the claim is gone");
	return found;
}

const picture = "d".repeat(64);

describe("backcheck", () => {
	it.each<[string, string[], Partial<AssessInput>]>([
		["a picture of our own browser", ["probe:board"], {}],
		["a passed check", ["check:build"], {}],
		["a mediated record", ["shot:1"], { records: [record("shot:1", { origin: "mediated" })] }],
		[
			"a tool call in the event stream",
			["tool:1"],
			{ records: [record("tool:1", { origin: "harness_event", kind: "log", passed: true })] },
		],
		[
			"a strong record beside a failed one",
			["check:a", "probe:board"],
			{ records: [record("check:a", { passed: false }), record("probe:board")] },
		],
		[
			"a strong record beside an agent's note",
			["outbox:a", "probe:board"],
			{ records: [record("outbox:a", { origin: "agent" }), record("probe:board")] },
		],
		["this candidate's own label in front", [`loop-02-${tree.slice(0, 12)}/probe:board`], {}],
		[
			"our log whose bytes happen to be in the candidate",
			["check:build"],
			{ candidateContents: new Set(["c".repeat(64)]) },
		],
		[
			"our picture that looks like an earlier one",
			["probe:board"],
			{ earlierContents: new Set(["c".repeat(64)]) },
		],
	])("verifies by %s", (_, records, part) => {
		expect(judge({ records }, { records: input().records, ...part })).toMatchObject({
			verdict: "verified",
			gapReason: null,
			acceptance: true,
		});
	});

	it.each<[string, GapReason, Record<string, unknown>, Partial<AssessInput>]>([
		["refuted", "refuted", { assessment: "refuted" }, {}],
		["unproven", "unproven", { assessment: "unproven", limitation: "No sound here." }, {}],
		["no record", "no_record", { records: [] }, {}],
		["an unknown record", "unknown_record", { records: ["probe:moon"] }, {}],
		["an unknown record beside a good one", "unknown_record", { records: ["probe:board", "probe:moon"] }, {}],
		[
			"a label that no candidate ever had",
			"unknown_record",
			{ records: ["loop-01-cccccccccccc/probe:board"] },
			{},
		],
		[
			"an earlier candidate's record",
			"other_candidate",
			{ records: ["loop-01-bbbbbbbbbbbb/probe:board"] },
			{},
		],
		[
			"an earlier candidate's record beside a good one",
			"other_candidate",
			{ records: ["probe:board", "loop-01-bbbbbbbbbbbb/probe:board"] },
			{},
		],
		[
			"a record that was made on another tree",
			"other_candidate",
			{ records: ["probe:old"] },
			{ records: [record("probe:old", { tree: otherTree })] },
		],
		[
			"an earlier picture brought again",
			"other_candidate",
			{ records: ["outbox:a.png"] },
			{
				records: [record("outbox:a.png", { origin: "agent", sha256: picture })],
				earlierContents: new Set([picture]),
			},
		],
		[
			"a picture out of the candidate",
			"file_of_candidate",
			{ records: ["outbox:a.png"] },
			{
				records: [record("outbox:a.png", { origin: "agent", sha256: picture })],
				candidateContents: new Set([picture]),
			},
		],
		[
			"a picture of the candidate that a check picked up",
			"file_of_candidate",
			{ records: ["check:frames:out/1.png"] },
			{
				records: [record("check:frames:out/1.png", { sha256: picture })],
				candidateContents: new Set([picture]),
			},
		],
		[
			"only what the agent brought",
			"agent_record_only",
			{ records: ["outbox:a.png"] },
			{ records: [record("outbox:a.png", { origin: "agent" })] },
		],
		[
			"only what the developer says",
			"agent_record_only",
			{ records: ["dev:1"] },
			{ records: [record("dev:1", { origin: "developer", passed: true })] },
		],
		[
			"only reading",
			"source_inspection_only",
			{ records: ["tool:1"] },
			{ records: [record("tool:1", { origin: "harness_event", kind: "source_inspection" })] },
		],
		[
			"only a failed check",
			"record_failed",
			{ records: ["check:build"] },
			{ records: [record("check:build", { passed: false })] },
		],
	])("makes a gap of %s", (_, gapReason, reported, part) => {
		const judged = judge(reported, part);
		expect(judged).toMatchObject({ verdict: "gap", gapReason });
		expect(judged.reason).toMatch(/^[A-Z].*\.$/);
	});

	it("takes an empty file for nothing but empty, whatever else is empty", () => {
		const empty = record("outbox:log", { origin: "agent", sha256: picture, size: 0 });
		const hashes = { candidateContents: new Set([picture]), earlierContents: new Set([picture]) };
		expect(judge({ records: ["outbox:log"] }, { records: [empty], ...hashes }).gapReason).toBe(
			"agent_record_only",
		);
		const output = record("check:build:out.txt", { sha256: picture, size: 0 });
		expect(judge({ records: ["check:build:out.txt"] }, { records: [output], ...hashes }).verdict).toBe(
			"verified",
		);
	});

	it("verifies nothing once a candidate file was changed, and says so of each claim", () => {
		const changes = [{ path: "src/a.ts", change: "changed" as const, violation: true }];
		const output = assess(
			input({ integrity: { treeBefore: tree, treeAfter: otherTree, changes, sandbox: "enforced" } }),
		);
		expect(output.claims.map(({ gapReason }) => gapReason)).toEqual([
			"integrity_violation",
			"integrity_violation",
		]);
		expect(output.verdict).toMatchObject({ status: "fail", integrity: "violation" });
	});

	it("makes a gap of what the report leaves out", () => {
		const output = assess(
			input({
				report: report({ claims: [] }),
				preserved: [{ claim: "menu", statement: "There is a menu", loop: 1 }],
			}),
		);
		expect(output.claims).toMatchObject([
			{ id: "boot", statement: "It starts", gapReason: "left_out", acceptance: true, preservation: false },
			{ id: "offline", gapReason: "left_out", acceptance: true },
			{
				id: "menu",
				statement: "There is a menu",
				gapReason: "left_out",
				acceptance: false,
				preservation: true,
			},
		]);
	});

	it("takes the worse word of a claim that is reported twice", () => {
		const twice = [claim("boot"), claim("boot", { assessment: "refuted" }), claim("boot"), claim("offline")];
		const output = assess(input({ report: report({ claims: twice }) }));
		expect(output.claims.map(({ id, gapReason }) => [id, gapReason])).toEqual([
			["boot", "refuted"],
			["offline", null],
		]);
	});
});
