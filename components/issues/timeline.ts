import type { IssueStatus } from "@/server/domain/ledger.ts";
import type { IssueView } from "@/server/domain/views.ts";

export const markKinds = [
	"opened",
	"seen",
	"fix_claimed",
	"blocked",
	"closed",
	"regressed",
	"policy_invalidated",
] as const;
export type MarkKind = (typeof markKinds)[number];

/** What one loop did to one issue. `alive` = the issue was not closed after this loop. */
export interface LoopMark {
	loop: number;
	/** the strongest event of the loop; null = nothing happened */
	kind: MarkKind | null;
	/** all events of the loop, for the title */
	kinds: MarkKind[];
	alive: boolean | null;
}

/** Later in this list wins when a loop holds several events: what QA did outweighs what was claimed. */
const strength: MarkKind[] = [
	"seen",
	"fix_claimed",
	"opened",
	"blocked",
	"policy_invalidated",
	"closed",
	"regressed",
];

/** One mark per loop from 1 to `loops`; before the issue was known `alive` is null. */
export function issueTimeline(issue: IssueView, loops: number): LoopMark[] {
	const marks: LoopMark[] = [];
	let status: IssueStatus | null = null;
	for (let loop = 1; loop <= loops; loop++) {
		const events = issue.events.filter((event) => event.loop === loop);
		const kinds = events.map((event) => event.kind);
		status = events.at(-1)?.to ?? status;
		marks.push({
			loop,
			kind: strength.findLast((kind) => kinds.includes(kind)) ?? null,
			kinds,
			alive: status === null ? null : !isSettled(status),
		});
	}
	return marks;
}

export function isSettled(status: IssueStatus): boolean {
	return status === "closed" || status === "policy_invalidated";
}

export interface IssueFilter {
	/** `active` = everything that isn't settled; `reopened` = came back at least once */
	status: "all" | "active" | "reopened" | IssueStatus;
	severity: "all" | IssueView["severity"];
	text: string;
}

const severityOrder: IssueView["severity"][] = ["blocker", "major", "minor"];

/** Filters; what is alive and severe comes first, then the newest. */
export function filterIssues(issues: IssueView[], filter: IssueFilter): IssueView[] {
	const text = filter.text.trim().toLowerCase();
	return issues
		.filter((issue) => {
			if (filter.status === "active" && isSettled(issue.status)) return false;
			if (filter.status === "reopened" && issue.reopenings === 0) return false;
			if (!["all", "active", "reopened"].includes(filter.status) && issue.status !== filter.status)
				return false;
			if (filter.severity !== "all" && issue.severity !== filter.severity) return false;
			return text === "" || `${issue.key} ${issue.title} ${issue.claim ?? ""}`.toLowerCase().includes(text);
		})
		.sort(
			(a, b) =>
				Number(isSettled(a.status)) - Number(isSettled(b.status)) ||
				severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) ||
				b.lastLoop - a.lastLoop ||
				a.key.localeCompare(b.key),
		);
}

/** Counts for the filter line. Issues reopened and reopenings are different numbers (design §5.5). */
export function issueCounts(issues: IssueView[]) {
	return {
		all: issues.length,
		active: issues.filter((issue) => !isSettled(issue.status)).length,
		closed: issues.filter((issue) => issue.status === "closed").length,
		reopened: issues.filter((issue) => issue.reopenings > 0).length,
		reopenings: issues.reduce((sum, issue) => sum + issue.reopenings, 0),
	};
}
