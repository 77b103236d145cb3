import { runTime } from "@/server/domain/active-time.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { spendingOf } from "@/server/domain/spending.ts";
import { isAccepted, type Verdict } from "@/server/domain/verdict.ts";
import type { CompareView } from "@/server/domain/views.ts";
import { totalOfRoles } from "../format/usage.ts";

/** What a run came to, as numbers; null = not known. */
export interface RunNumbers {
	loops: number;
	accepted: number;
	verified: number | null;
	gaps: number | null;
	open: number | null;
	closed: number | null;
	reopenings: number;
	tokens: number | null;
	/** some loop's use is unknown: `tokens` is a lower bound */
	tokensAtLeast: boolean;
	costUsd: number | null;
	/** some calls have no known cost: `costUsd` is a lower bound */
	costAtLeast: boolean;
	tokensPerClaim: number | null;
	costPerClaim: number | null;
	tokensPerIssue: number | null;
	costPerIssue: number | null;
	/** milliseconds without pauses; still growing while the run works */
	workMs: number | null;
	human: number;
}

/** Sums a run up. `now` (milliseconds) stands for the end of a run that has none yet. */
export function runNumbers(view: RunView, now: number): RunNumbers {
	const spending = spendingOf(view);
	const point = view.trajectory.at(-1);
	const judged = view.rows.findLast((row) => row.verdict !== null);
	const used = view.rows.map((row) => totalOfRoles(row.usage));
	const known = used.filter((tokens) => tokens !== null);
	return {
		loops: view.rows.length,
		accepted: view.rows.filter((row) => row.verdict !== null && isAccepted(row.verdict)).length,
		verified: judged?.verified ?? null,
		gaps: judged?.gaps ?? null,
		open: point?.open ?? null,
		closed: point?.closed ?? null,
		reopenings: view.trajectory.reduce((sum, one) => sum + one.reopened, 0),
		tokens: known.length === 0 ? null : known.reduce((sum, tokens) => sum + tokens, 0),
		tokensAtLeast: known.length > 0 && known.length < used.length,
		costUsd: spending.costUsd,
		costAtLeast: spending.costUsd !== null && spending.unpriced > 0,
		tokensPerClaim: spending.perVerifiedClaim?.tokens ?? null,
		costPerClaim: spending.perVerifiedClaim?.costUsd ?? null,
		tokensPerIssue: spending.perClosedIssue?.tokens ?? null,
		costPerIssue: spending.perClosedIssue?.costUsd ?? null,
		workMs: runTime(view, now)?.workMs ?? null,
		human: view.humanInterventions,
	};
}

export interface Question {
	key: keyof RunNumbers;
	label: string;
	/** which direction is the better one; null = neither, it is only a fact */
	better: "more" | "less" | null;
}

export const questions: Question[] = [
	{ key: "accepted", label: "accepted candidates", better: "more" },
	{ key: "verified", label: "claims verified at the end", better: "more" },
	{ key: "gaps", label: "gaps at the end", better: "less" },
	{ key: "open", label: "issues not closed", better: "less" },
	{ key: "closed", label: "issues closed", better: "more" },
	{ key: "reopenings", label: "reopenings", better: "less" },
	{ key: "loops", label: "loops", better: null },
	{ key: "tokens", label: "tokens", better: "less" },
	{ key: "costUsd", label: "cost", better: "less" },
	{ key: "tokensPerClaim", label: "tokens per verified claim", better: "less" },
	{ key: "costPerClaim", label: "cost per verified claim", better: "less" },
	{ key: "tokensPerIssue", label: "tokens per closed issue", better: "less" },
	{ key: "costPerIssue", label: "cost per closed issue", better: "less" },
	{ key: "workMs", label: "working time", better: "less" },
	{ key: "human", label: "human interventions", better: "less" },
];

export interface Delta {
	by: number;
	sense: "better" | "worse" | "neutral";
}

/** Difference of a number from the baseline's; null where either is unknown or both are the same. */
export function deltaOf(question: Question, base: RunNumbers, other: RunNumbers): Delta | null {
	const a = base[question.key];
	const b = other[question.key];
	if (typeof a !== "number" || typeof b !== "number" || a === b) return null;
	const more = b > a;
	const sense =
		question.better === null ? "neutral" : more === (question.better === "more") ? "better" : "worse";
	return { by: b - a, sense };
}

export interface ClaimLine {
	claim: string;
	statement: string;
	verdicts: CompareView["claims"][number]["verdicts"];
	/** against the baseline, over all other runs */
	change: "lost" | "won" | "same";
}

/** Claims in the order of what they cost: lost against the baseline first, then won, then the same. */
export function claimLines(claims: CompareView["claims"]): ClaimLine[] {
	const order = ["lost", "won", "same"];
	return claims
		.map((claim) => ({ ...claim, change: changeOf(claim.verdicts) }))
		.sort((a, b) => order.indexOf(a.change) - order.indexOf(b.change) || a.claim.localeCompare(b.claim));
}

function changeOf([base, ...others]: ClaimLine["verdicts"]): ClaimLine["change"] {
	const proved = base === "verified";
	if (proved && others.some((verdict) => verdict !== "verified")) return "lost";
	if (!proved && others.some((verdict) => verdict === "verified")) return "won";
	return "same";
}

/** A run's verdicts by loop from 1 to `loops`; null = that loop has none. */
export function verdictStrip(view: RunView, loops: number): (Verdict | null)[] {
	const byLoop = new Map(view.rows.map((row) => [row.loop, row.verdict]));
	return Array.from({ length: loops }, (_, index) => byLoop.get(index + 1) ?? null);
}

export function lastLoop(views: RunView[]): number {
	return Math.max(1, ...views.flatMap((view) => view.rows.map((row) => row.loop)));
}

type Picture = NonNullable<CompareView["probes"][number]["pictures"][number][number]>;

/** A run's newest picture at or before a loop: what the product looked like then. */
export function pictureAt(
	pictures: CompareView["probes"][number]["pictures"][number],
	loop: number,
): Picture | null {
	return (
		pictures.filter((picture): picture is Picture => picture !== null && picture.loop <= loop).at(-1) ?? null
	);
}
