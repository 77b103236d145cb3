import { describe, expect, it } from "vitest";
import type { IssueEventKind, IssueStatus } from "../../server/domain/ledger.ts";
import type { IssueView } from "../../server/domain/views.ts";
import { filterIssues, issueCounts, issueTimeline } from "./timeline.ts";

function issue(
	key: string,
	over: Partial<IssueView>,
	events: [number, IssueEventKind, IssueStatus][] = [],
): IssueView {
	return {
		key,
		title: key,
		severity: "major",
		status: "open",
		claim: null,
		firstLoop: 1,
		lastLoop: 1,
		reopenings: 0,
		events: events.map(([loop, kind, to]) => ({
			kind,
			from: null,
			to,
			loop,
			candidateId: null,
			candidateLabel: null,
			records: [],
			note: "",
			at: 0,
		})),
		...over,
	};
}

describe("issueTimeline", () => {
	const marks = issueTimeline(
		issue("menu", {}, [
			[2, "opened", "open"],
			[3, "fix_claimed", "fixed_pending_verify"],
			[3, "closed", "closed"],
			[5, "regressed", "regressed"],
		]),
		6,
	);
	it("marks each loop with its strongest event", () => {
		expect(marks.map((mark) => mark.kind)).toEqual([null, "opened", "closed", null, "regressed", null]);
		expect(marks[2]?.kinds).toEqual(["fix_claimed", "closed"]);
	});
	it("knows whether the issue lived after each loop, and nothing before it was known", () => {
		expect(marks.map((mark) => mark.alive)).toEqual([null, true, false, false, true, true]);
	});
});

describe("filterIssues", () => {
	const issues = [
		issue("closed-one", { status: "closed", severity: "blocker" }),
		issue("minor-one", { severity: "minor", lastLoop: 9 }),
		issue("blocker-one", { severity: "blocker", claim: "board.moves" }),
		issue("back-again", { status: "regressed", reopenings: 2, lastLoop: 3 }),
	];
	it.each([
		["all", "all", "", ["blocker-one", "back-again", "minor-one", "closed-one"]],
		["active", "all", "", ["blocker-one", "back-again", "minor-one"]],
		["reopened", "all", "", ["back-again"]],
		["closed", "all", "", ["closed-one"]],
		["all", "minor", "", ["minor-one"]],
		["all", "all", "BOARD", ["blocker-one"]],
	] as const)("%s %s %s", (status, severity, text, expected) => {
		expect(filterIssues(issues, { status, severity, text }).map((found) => found.key)).toEqual(expected);
	});
	it("counts issues reopened and reopenings apart", () => {
		expect(issueCounts(issues)).toEqual({ all: 4, active: 3, closed: 1, reopened: 1, reopenings: 2 });
	});
});
