import { answerSchema, readAnswer } from "../../domain/answer-schema.ts";
import type { EvidenceReport } from "../../domain/evidence.ts";
import { candidateLabel } from "../../domain/ids.ts";
import type { Manifest } from "../../domain/manifest.ts";
import type { PromptInputs } from "../../domain/prompt-inputs.ts";
import type { Binding } from "../../domain/role.ts";
import { type CandidateRow, candidateOfLoop } from "../../store/candidate-rows.ts";
import {
	type ExaminationRow,
	officialExamination,
	readRecords,
	writeRecords,
	writeTestOutcome,
} from "../../store/examination-rows.ts";
import { classifyTesterChanges, hashTree } from "../../workspace/verify.ts";
import { bindingFor } from "../binding-of.ts";
import type { FinishedCall } from "../call.ts";
import { candidateLayers } from "../candidate-layers.ts";
import { changesIn } from "../copy.ts";
import type { Executed } from "../executed.ts";
import { converse, type DialogueResult, type InvokeEffect, reconcile } from "../invoke.ts";
import { type LoopFacts, loopFacts } from "../loop-facts.ts";
import { testersEyes } from "../mediated/testers-eyes.ts";
import { commonInputs, promptOf } from "../prompt.ts";
import type { RunContext } from "../run-context.ts";
import { serveCandidate } from "../serve-candidate.ts";
import { testerRecords } from "../tester-records.ts";
import { candidateDirectory, dropCandidateDirectory, manifestOf } from "../workspace.ts";

/** QA Tester on a disposable copy of the frozen candidate → E_t as reported; the host judges it in `assess`. */
export async function executeTest(context: RunContext, effect: InvokeEffect): Promise<Executed> {
	const { store, runId } = context;
	const candidate = candidateOfLoop(store, runId, effect.loop);
	const examination = officialExamination(store, runId, effect.loop);
	if (!candidate || !examination) throw new Error(`loop ${effect.loop} has nothing to test`);
	await reconcile(context, effect.key);
	const tested = await testCandidate(context, {
		effect,
		binding: bindingFor(context, effect),
		candidate,
		examination,
		facts: loopFacts(context, effect.loop),
		instruction: null,
	});
	return { outcome: tested.outcome, write: tested.write };
}

/** The call of a tester, official or asked for by a person. */
export async function testCandidate(
	context: RunContext,
	target: {
		effect: InvokeEffect;
		binding: Binding;
		candidate: CandidateRow;
		examination: ExaminationRow;
		facts: LoopFacts;
		instruction: string | null;
	},
): Promise<Executed> {
	const { store } = context;
	const { effect, candidate, examination, facts } = target;
	const layers = await candidateLayers(context, candidate.tree, facts.effective.setup, examination.id);
	if (!layers.ok) {
		return {
			outcome: {
				kind: "invoke",
				key: effect.key,
				status: "failed",
				errorKind: "agent",
				message: layers.problem,
			},
			write() {
				writeTestOutcome(store, examination.id, {
					report: null,
					treeBefore: candidate.tree,
					treeAfter: candidate.tree,
					changes: [],
					message: layers.problem,
				});
			},
		};
	}
	const lower = layers.lower[0] as string;
	// what was changed on disk behind our back is laid anew: nobody may be judged by it
	let treeBefore = (await hashTree({ root: lower, policy: context.policy })).tree;
	if (treeBefore !== candidate.tree) {
		await dropCandidateDirectory(context);
		await candidateDirectory(context, candidate.tree);
		treeBefore = (await hashTree({ root: lower, policy: context.policy })).tree;
	}
	const served =
		facts.effective.serve === null
			? null
			: await serveCandidate(context, facts.effective.serve, {
					examinationId: examination.id,
					lower: layers.lower,
					name: "serve-tester",
				});
	const eyes = await testersEyes(context, { candidate, examination, served, serve: facts.effective.serve });
	let result: DialogueResult<EvidenceReport>;
	try {
		result = await converse<EvidenceReport>(context, {
			effect,
			binding: target.binding,
			outputSchema: answerSchema("test").json,
			examinationId: examination.id,
			copyOf: layers.lower,
			appUrl: served?.ready ? served.url : null,
			look: eyes.desk,
			continues: null,
			prompt: (name, attempt, problems, paths) =>
				testerPrompt(context, target, {
					name,
					attempt,
					problems,
					...paths,
					appUrl: served?.ready ? served.url : null,
					look: eyes.told(target.binding.harness, paths.scratch),
				}),
			read: (answer) => readAnswer("test", answer),
		});
	} finally {
		await served?.stop();
	}
	const treeAfter = (await hashTree({ root: lower, policy: context.policy })).tree;
	const manifest = manifestOf(context, candidate.tree);
	const changes = await changesOfCalls(context, result.calls, manifest);
	const known = new Set(readRecords(store, examination.id).map((record) => record.ref));
	const own = await testerRecords(context, result.calls, candidate.tree);
	const records = [...(eyes.desk?.records() ?? []), ...own].filter((record) => !known.has(record.ref));
	return {
		outcome: result.outcome,
		write() {
			writeRecords(store, examination.id, records);
			writeTestOutcome(store, examination.id, {
				report: result.answer,
				treeBefore,
				treeAfter,
				changes,
				message: result.outcome.status === "ok" ? "" : failureText(result.outcome),
			});
		},
	};
}

/** What the tester changed in the copies of all its calls: a correction must not wash off what the first call did. */
async function changesOfCalls(context: RunContext, calls: FinishedCall[], manifest: Manifest) {
	const changes = new Map<string, ReturnType<typeof classifyTesterChanges>[number]>();
	for (const { place } of calls) {
		if (place === null) continue;
		const found = classifyTesterChanges(await changesIn(context, place, manifest), manifest, context.policy);
		for (const change of found) {
			if (changes.get(change.path)?.violation !== true) changes.set(change.path, change);
		}
	}
	return [...changes.values()];
}

function testerPrompt(
	context: RunContext,
	target: {
		effect: InvokeEffect;
		candidate: CandidateRow;
		examination: ExaminationRow;
		facts: LoopFacts;
		instruction: string | null;
	},
	call: {
		name: string;
		attempt: number;
		problems: string[];
		outbox: string;
		workspace: string;
		appUrl: string | null;
		look: PromptInputs["look"];
	},
): { text: string; inputs: { name: string; text: string }[] } {
	const { effect, candidate, examination, facts } = target;
	return promptOf(context, call.name, {
		...commonInputs(context, "tester", effect.loop, { ...call, resultSchema: answerSchema("test").json }),
		phases: facts.effective.phases,
		preserved: facts.preserved,
		// always, whatever the planner may see: the same defect must keep its name
		ledger: facts.ledger,
		plan: facts.plan,
		planMarkdown: facts.planMarkdown,
		records: readRecords(context.store, examination.id).map(({ ref, kind, title, passed, observation }) => ({
			ref,
			kind,
			title,
			passed,
			observation: observation.slice(0, 1_000),
		})),
		appUrl: call.appUrl,
		look: call.look,
		candidate: candidateLabel(candidate.loop, candidate.tree),
		instruction: target.instruction,
	});
}

function failureText(outcome: DialogueResult<EvidenceReport>["outcome"]): string {
	if (outcome.status === "failed") return outcome.message;
	return outcome.status === "invalid_output"
		? `The report stayed unreadable: ${outcome.problems.join("; ")}`
		: "";
}
