import { candidateLabel } from "../domain/ids.ts";
import type { Retention } from "../domain/retention.ts";
import { isAccepted } from "../domain/verdict.ts";
import type { Removal, RemovalKind } from "../store/removals.ts";
import type { RetainedCandidate, RetainedRun } from "../store/retention-rows.ts";

/** Something that the policy lets go, with the rule for people. */
export interface Decision extends Removal {
	what: string;
	why: string;
	candidateId: string | null;
}

export interface Facts {
	runs: readonly RetainedRun[];
	pins: { runs: ReadonlySet<string>; candidates: ReadonlySet<string> };
	/** `kind:targetId` of what went earlier */
	removed: ReadonlyMap<string, number>;
	policy: Retention;
	/** ms since 1970 */
	now: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What of ended runs goes: files and uncited evidence of old candidates, raw output of old calls. Untouched: runs that
 * haven't ended or are pinned, pinned candidates, the last accepted one of each run, those that an open issue was last
 * seen in, those that are being examined.
 */
export function decide(facts: Facts): Decision[] {
	return facts.runs.flatMap((run) =>
		run.status !== "ended" || facts.pins.runs.has(run.id) ? [] : decideRun(facts, run),
	);
}

function decideRun(facts: Facts, run: RetainedRun): Decision[] {
	const { policy, now, removed } = facts;
	const name = `${run.projectName}/${run.number}`;
	const untouchable = run.candidates.filter((candidate) => isUntouchable(facts, run, candidate));
	const newest = new Set(run.candidates.slice(-policy.keepCandidates));
	const old = (at: number | null, days: number) => at !== null && at <= now - days * dayMs;
	const decisions: Decision[] = [];
	const drop = (
		kind: RemovalKind,
		targetId: string,
		candidateId: string | null,
		what: string,
		why: string,
	) => {
		if (!removed.has(`${kind}:${targetId}`))
			decisions.push({ kind, runId: run.id, targetId, candidateId, what: `${name} ${what}`, why });
	};
	for (const candidate of run.candidates) {
		if (untouchable.includes(candidate) || newest.has(candidate)) continue;
		if (!old(candidate.createdAt, policy.keepDays)) continue;
		const label = candidateLabel(candidate.loop, candidate.tree);
		const why = `older than ${policy.keepDays} days and not among the last ${policy.keepCandidates} of its run`;
		drop("version", candidate.id, candidate.id, `${label}: files`, why);
		drop("evidence", candidate.id, candidate.id, `${label}: evidence that nothing cites`, why);
	}
	const keptLoops = new Set(untouchable.map((candidate) => candidate.loop));
	for (const call of run.calls) {
		if (keptLoops.has(call.loop) || !old(call.endedAt, policy.transcriptDays)) continue;
		const why = `raw output older than ${policy.transcriptDays} days`;
		drop("transcript", call.id, null, `loop ${call.loop}: output of the ${call.role}`, why);
	}
	return decisions;
}

function isUntouchable(facts: Facts, run: RetainedRun, candidate: RetainedCandidate): boolean {
	const accepted = run.candidates.findLast(({ verdict }) => verdict !== null && isAccepted(verdict));
	return (
		candidate === accepted ||
		candidate.openIssue ||
		candidate.examined ||
		facts.pins.candidates.has(candidate.id)
	);
}
