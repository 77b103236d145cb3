import { describe, expect, it } from "vitest";
import type { AssessedClaim } from "../../server/domain/evidence.ts";
import type { ExaminationView, LoopView } from "../../server/domain/views.ts";
import { lineUp } from "./line-up.ts";

function claim(id: string, verdict: "verified" | "gap", reason = ""): AssessedClaim {
	return {
		id,
		statement: `statement of ${id}`,
		scope: "",
		method: "",
		observed: "",
		impact: "",
		limitation: "",
		assessment: verdict === "verified" ? "verified" : "refuted",
		records: [],
		verdict,
		gapReason: verdict === "verified" ? null : "refuted",
		reason,
		acceptance: true,
		preservation: false,
	};
}

function examination(over: Partial<ExaminationView>): ExaminationView {
	return {
		id: "E",
		official: true,
		status: "assessed",
		message: "",
		tester: null,
		instruction: null,
		startedAt: 0,
		endedAt: 1,
		treeBefore: null,
		treeAfter: null,
		changes: [],
		summary: "",
		verdict: null,
		preservation: null,
		checks: [],
		probes: [],
		records: [],
		claims: [],
		findings: [],
		...over,
	};
}

function loop(over: Partial<LoopView>): LoopView {
	return {
		runId: "R",
		loop: 2,
		startedAt: 0,
		endedAt: null,
		plan: {
			objective: "o",
			phase: null,
			tasks: [{ title: "Make the board move", outcome: "moves", targets: ["board.moves"] }],
			acceptance: ["board.moves", "score.shown"],
			constraints: [],
			deferred: [],
			dropped: [],
			allowedPaths: [],
			stop: [],
			notes: "",
		},
		planMarkdown: null,
		planHash: null,
		preservation: { set: ["boot", "menu", "gone"], dropped: [{ claim: "gone", reason: "replaced" }] },
		phases: [
			{
				id: "p1",
				title: "One",
				proposed: true,
				criteria: [{ id: "board.moves", statement: "The board moves", kind: "criterion", blocking: true }],
			},
		],
		developerStatus: "pass",
		developerReport: {
			status: "pass",
			summary: "",
			tasks: [{ title: "make the  board move", done: true, note: "arrow keys" }],
			fixed: ["score.shown"],
			baseline: [],
			retests: [],
		},
		candidate: null,
		examinations: [],
		invocations: [],
		ownParts: [],
		hasPrevious: true,
		hasNext: false,
		...over,
	};
}

describe("lineUp", () => {
	it("puts every acceptance criterion on one line, a missing proof as an empty cell", () => {
		const rows = lineUp(loop({}), [examination({ claims: [claim("board.moves", "verified")] })]).acceptance;
		expect(rows.map((row) => [row.id, row.proofs[0]?.kind ?? null])).toEqual([
			["board.moves", "verified"],
			["score.shown", null],
		]);
		expect(rows[0]).toMatchObject({ statement: "The board moves", blocking: true, proposed: true });
	});

	it("finds the Developer's word by the task that targets the criterion, or by its fix claim", () => {
		const rows = lineUp(loop({}), []).acceptance;
		expect(rows[0]?.done).toEqual([{ done: true, title: "make the  board move", note: "arrow keys" }]);
		expect(rows[1]?.done).toEqual([{ done: true, title: "says fixed", note: "" }]);
	});

	it("keeps silence silent: no report, no word", () => {
		const rows = lineUp(loop({ developerReport: null }), []).acceptance;
		expect(rows.map((row) => row.done.length)).toEqual([0, 0]);
	});

	it("shows lost preservation first and leaves dropped claims out", () => {
		const shown = examination({
			preservation: { kept: ["boot"], lost: ["menu"], unproven: [] },
			claims: [claim("menu", "gap", "the menu is blank")],
		});
		const rows = lineUp(loop({}), [shown]).preserved;
		expect(rows.map((row) => [row.id, row.proofs[0]?.kind, row.proofs[0]?.reason])).toEqual([
			["menu", "lost", "the menu is blank"],
			["boot", "kept", ""],
		]);
	});

	it("lists claims beyond D_t and counts where two examinations disagree", () => {
		const official = examination({
			preservation: { kept: ["boot", "menu"], lost: [], unproven: [] },
			claims: [claim("board.moves", "verified"), claim("sound.plays", "verified")],
		});
		const again = examination({
			id: "F",
			official: false,
			preservation: { kept: ["boot", "menu"], lost: [], unproven: [] },
			claims: [claim("board.moves", "gap"), claim("sound.plays", "verified")],
		});
		const result = lineUp(loop({}), [official, again]);
		expect(result.beyond.map((row) => row.id)).toEqual(["sound.plays"]);
		expect(result.disagreements).toBe(1);
	});

	it("works without a plan (vanilla): all claims are beyond", () => {
		const bare = loop({ plan: null, preservation: null, phases: [] });
		const result = lineUp(bare, [examination({ claims: [claim("boot", "gap")] })]);
		expect(result.acceptance).toEqual([]);
		expect(result.beyond.map((row) => row.statement)).toEqual(["statement of boot"]);
	});
});
