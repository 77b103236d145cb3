import type { Effect } from "../../domain/protocol.ts";
import { faultPoint } from "../../fault-point.ts";
import { candidateOfLoop } from "../../store/candidate-rows.ts";
import { appendRunEvent } from "../../store/events.ts";
import { insertExamination, writeRecords, writeResults } from "../../store/examination-rows.ts";
import { newId } from "../../store/new-id.ts";
import { examineCandidate, type HostEvidence } from "../examine-candidate.ts";
import type { Executed } from "../executed.ts";
import { loopFacts } from "../loop-facts.ts";
import type { RunContext } from "../run-context.ts";
import { stageClock } from "../stage-clock.ts";

/** Checks and probes of the runtime on the loop's candidate; opens its official examination. */
export async function executeExamine(
	context: RunContext,
	effect: Extract<Effect, { kind: "examine" }>,
): Promise<Executed> {
	const { store, runId } = context;
	const { loop } = effect;
	const candidate = candidateOfLoop(store, runId, loop);
	if (!candidate) throw new Error(`loop ${loop} has no candidate to examine`);
	stageClock(context, loop, "assess");
	const facts = loopFacts(context, loop);
	// the folder of the copies; the row's own id is given when everything is known
	const scratchId = newId();
	const evidence = await examineCandidate(context, {
		examinationId: scratchId,
		tree: candidate.tree,
		project: facts.effective,
	});
	faultPoint("examine.acted");
	return {
		outcome: {
			kind: "examine",
			key: effect.key,
			status: evidence.problem === null ? "ok" : "failed",
			message: evidence.problem ?? "",
		},
		write() {
			const examinationId = insertExamination(store, {
				candidateId: candidate.id,
				runId,
				loop,
				official: true,
				tester: context.config.bindings.tester ?? null,
				instruction: null,
				planHash: facts.planHash,
			});
			writeHostEvidence(context, { loop, candidateId: candidate.id, examinationId }, evidence);
		},
	};
}

/** Rows, records and events of checks and probes; call inside a transaction. */
export function writeHostEvidence(
	context: RunContext,
	target: { loop: number; candidateId: string; examinationId: string },
	evidence: HostEvidence,
): void {
	const { store, runId } = context;
	writeResults(store, target.examinationId, evidence.checks, evidence.probes);
	writeRecords(store, target.examinationId, evidence.records);
	for (const check of evidence.checks) {
		const { checkId, status, durationMs } = check;
		appendRunEvent(store, runId, { kind: "check.ended", ...target, checkId, status, durationMs });
	}
	for (const probe of evidence.probes) {
		const { probeId, status, durationMs, screenshotSha256 } = probe;
		appendRunEvent(store, runId, {
			kind: "probe.ended",
			...target,
			probeId,
			status,
			screenshot: screenshotSha256,
			durationMs,
		});
	}
	if (evidence.problem !== null) {
		appendRunEvent(store, runId, {
			kind: "notice",
			loop: target.loop,
			level: "error",
			text: evidence.problem,
		});
	}
}
