import { assess } from "../../domain/assess.ts";
import type { AssessInput, AssessOutput } from "../../domain/assess-types.ts";
import { DomainError } from "../../domain/errors.ts";
import type { ExecutionRecord } from "../../domain/evidence.ts";
import { candidateLabel } from "../../domain/ids.ts";
import type { Effect } from "../../domain/protocol.ts";
import { type CandidateRow, candidateOfLoop, readCandidates } from "../../store/candidate-rows.ts";
import { appendRunEvent } from "../../store/events.ts";
import {
	type ExaminationRow,
	earlierRecordHashes,
	officialExamination,
	readRecords,
	readResultStatuses,
	writeAssessment,
} from "../../store/examination-rows.ts";
import { writeLedger } from "../../store/issue-rows.ts";
import { stepBegan } from "../../store/journal.ts";
import type { Executed } from "../executed.ts";
import { type LoopFacts, loopFacts } from "../loop-facts.ts";
import type { RunContext } from "../run-context.ts";
import { manifestOf } from "../workspace.ts";

/** E_t → verdict, preservation and ledger. Only records that we captured count (design §5.3–5.5). */
export async function executeAssess(
	context: RunContext,
	effect: Extract<Effect, { kind: "assess" }>,
): Promise<Executed> {
	const { store, runId } = context;
	const { loop } = effect;
	const candidate = candidateOfLoop(store, runId, loop);
	const examination = officialExamination(store, runId, loop);
	if (!candidate || !examination) throw new Error(`loop ${loop} has nothing to assess`);
	const output = assess(assessInput(context, candidate, examination, loopFacts(context, loop)));
	return {
		outcome: {
			kind: "assess",
			key: effect.key,
			verdict: output.verdict,
			productComplete: output.productComplete,
		},
		write() {
			writeVerdict(context, candidate, examination, output);
			writeLedger(store, runId, output.ledger, output.issueEvents, {
				candidateId: candidate.id,
				examinationId: examination.id,
			});
			const began = stepBegan(store, runId, effect.key.replace(/\/assess$/, "/examine"));
			appendRunEvent(store, runId, {
				kind: "stage.ended",
				loop,
				stage: "assess",
				ok: output.verdict.status === "pass",
				durationMs: began === null ? 0 : Math.max(0, Date.now() - began),
				note: output.verdict.status,
			});
		},
	};
}

/** Collects what is known of a candidate. The report is the only part that we did not capture ourselves. */
export function assessInput(
	context: RunContext,
	candidate: CandidateRow,
	examination: ExaminationRow,
	facts: LoopFacts,
): AssessInput {
	const { store, runId } = context;
	const records = readRecords(store, examination.id);
	refuseDamaged(context, records);
	const statuses = readResultStatuses(store, examination.id);
	const contents = manifestOf(context, candidate.tree).entries;
	return {
		loop: candidate.loop,
		tree: candidate.tree,
		testerBound: examination.tester !== null,
		report: examination.report,
		integrity: {
			treeBefore: examination.treeBefore ?? candidate.tree,
			treeAfter: examination.treeAfter ?? candidate.tree,
			changes: examination.changes,
			sandbox: context.sandbox.level,
		},
		records,
		candidateContents: new Set(contents.flatMap((entry) => (entry.type === "file" ? [entry.sha256] : []))),
		earlierContents: earlierRecordHashes(store, runId, candidate.loop),
		earlierLabels: readCandidates(store, runId)
			.filter((other) => other.loop < candidate.loop)
			.map((other) => candidateLabel(other.loop, other.tree)),
		plan: facts.plan,
		phases: facts.effective.phases,
		preserved: facts.preserved,
		unknownDrops: facts.unknownDrops,
		checks: statuses.checks,
		probes: statuses.probes,
		examineProblem: obstacle(records),
		changedPaths: candidate.changedPaths.map((change) => change.path),
		ledger: facts.ledger,
	};
}

/**
 * Evidence whose bytes don't have their hash any more proves nothing: no verdict is made of it.
 * @throws DomainError `infrastructure`; the run pauses until the contents are restored
 */
function refuseDamaged(context: RunContext, records: readonly ExecutionRecord[]): void {
	for (const { ref, sha256 } of records) {
		if (sha256 === null || context.contents.verify(sha256) === "whole") continue;
		throw new DomainError(
			"infrastructure",
			`The stored bytes of record ${ref} are damaged or missing (content ${sha256}), so nothing can be judged by it. Restore a backup, then resume; \`fuseline doctor --deep\` says what else is hurt.`,
		);
	}
}

/** Setup that failed or a server that never answered, in one sentence. */
function obstacle(records: readonly ExecutionRecord[]): string | null {
	const failed = (ref: string) => records.find((record) => record.ref === ref && record.passed === false);
	const setup = failed("setup");
	if (setup) return `Setup failed, so nothing could be run: ${setup.observation.slice(0, 600)}`;
	const serve = failed("serve");
	return serve ? `Nothing could be visited: ${serve.observation.slice(0, 600)}` : null;
}

/** Claims, findings and verdict of one examination, and the event that announces them; call inside a transaction. */
export function writeVerdict(
	context: RunContext,
	candidate: CandidateRow,
	examination: ExaminationRow,
	output: AssessOutput,
): void {
	const { store, runId } = context;
	writeAssessment(store, examination.id, output);
	const pictures = new Set(
		readRecords(store, examination.id)
			.filter((record) => record.kind === "screenshot" && record.origin === "host")
			.map((record) => record.sha256),
	);
	appendRunEvent(store, runId, {
		kind: "examination.assessed",
		loop: candidate.loop,
		candidateId: candidate.id,
		examinationId: examination.id,
		official: examination.official,
		verdict: output.verdict,
		verified: output.claims.filter((claim) => claim.verdict === "verified").length,
		gaps: output.claims.filter((claim) => claim.verdict === "gap").length,
		findings: output.findings.length,
		screenshots: pictures.size,
		kept: output.preservation.kept.length,
		lost: output.preservation.lost,
		phase: output.phase,
		productComplete: output.productComplete,
	});
}
