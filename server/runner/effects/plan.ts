import { createHash } from "node:crypto";
import { answerSchema, readAnswer } from "../../domain/answer-schema.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { counted } from "../../domain/counted.ts";
import type { DevelopmentDocument } from "../../domain/development-document.ts";
import { effectiveProject } from "../../domain/effective-project.ts";
import { planMarkdown } from "../../domain/plan-markdown.ts";
import { planProblems } from "../../domain/plan-problems.ts";
import { applyDrops } from "../../domain/preservation.ts";
import { inputPolicyOf } from "../../protocols/registry.ts";
import { appendRunEvent } from "../../store/events.ts";
import { readPriorEvidence } from "../../store/evidence-reads.ts";
import { preservedBefore } from "../../store/examination-rows.ts";
import { writeEffective, writePlan, writePreservation } from "../../store/loop-rows.ts";
import { bindingFor } from "../binding-of.ts";
import type { Executed } from "../executed.ts";
import { converse, type InvokeEffect, reconcile } from "../invoke.ts";
import { listFiles } from "../list-files.ts";
import { loopFacts } from "../loop-facts.ts";
import { missingParts } from "../missing-parts.ts";
import { commonInputs, promptOf } from "../prompt.ts";
import type { RunContext } from "../run-context.ts";
import { stageClock, stageDone } from "../stage-clock.ts";
import { ensureWorkspace } from "../workspace.ts";

/** Planner → D_t. What the planner may know is the protocol's to say; preservation and contract are the host's. */
export async function executePlan(context: RunContext, effect: InvokeEffect): Promise<Executed> {
	const { store, runId } = context;
	const { loop } = effect;
	const clock = stageClock(context, loop, "plan");
	await ensureWorkspace(context, loop);
	await reconcile(context, effect.key);
	const before = loopFacts(context, loop);
	const sees = inputPolicyOf(context.config.protocol, context.config.options);
	const preserved = preservedBefore(store, runId, loop);
	const missing = missingParts(before.effective);
	const files = await listFiles(context, 400);
	const notes = context.control.notes();
	const { json } = answerSchema("plan");
	const result = await converse<DevelopmentDocument>(context, {
		effect,
		binding: bindingFor(context, effect),
		outputSchema: json,
		examinationId: null,
		copyOf: null,
		appUrl: null,
		look: null,
		continues: null,
		prompt: (name, attempt, problems, paths) =>
			promptOf(context, name, {
				...commonInputs(context, "planner", loop, { attempt, problems, ...paths, resultSchema: json }),
				phases: before.effective.phases,
				missing,
				preserved: sees.preservation ? preserved : [],
				ledger: sees.ledger ? before.ledger : [],
				evidence: sees.evidence ? readPriorEvidence(store, runId, loop) : null,
				files,
				instruction: notes.texts.length > 0 ? notes.texts.join("\n\n") : null,
			}),
		read: (answer) => {
			const read = readAnswer("plan", answer);
			if (!read.ok) return read;
			const problems = planProblems(read.value, {
				phases: before.effective.phases,
				preserved: preserved.map((item) => item.claim),
				ledgerKeys: before.ledger.map((issue) => issue.key),
				missing,
				criteriaFixed: context.config.project.phases.length > 0,
			});
			return problems.length > 0 ? { ok: false, problems } : read;
		},
	});
	const document = result.answer;
	return {
		outcome: result.outcome,
		write() {
			notes.use();
			clock.end(
				document !== null,
				document === null ? "no readable plan" : counted(document.tasks.length, "task"),
			);
			const drops = applyDrops(preserved, document);
			const preservation = { set: drops.preserved, dropped: drops.dropped };
			writePreservation(store, runId, loop, preservation);
			const { set, dropped } = preservation;
			stageDone(
				context,
				loop,
				"preserve",
				true,
				dropped.length === 0 ? `${set.length}` : `${set.length}, ${dropped.length} dropped`,
			);
			if (document === null) {
				writeEffective(store, runId, loop, before.effective);
				return;
			}
			const hash = createHash("sha256").update(canonicalJson(document)).digest("hex");
			const effective = effectiveProject(context.config.project, [
				...before.proposals,
				...(document.proposal === undefined ? [] : [document.proposal]),
			]);
			writePlan(store, runId, loop, { document, markdown: planMarkdown(document), hash });
			writeEffective(store, runId, loop, effective);
			appendRunEvent(store, runId, {
				kind: "plan.written",
				loop,
				planHash: hash,
				objective: document.objective,
				phase: document.phase,
				acceptance: document.acceptance,
				targets: [...new Set(document.tasks.flatMap((task) => task.targets))],
				preserved: preservation.set.length,
				dropped: preservation.dropped.length,
				criteria: effective.phases.reduce((sum, phase) => sum + phase.criteria.length, 0),
			});
		},
	};
}
