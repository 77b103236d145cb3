import { answerSchema, readAnswer } from "../../domain/answer-schema.ts";
import type { DeveloperReport, DeveloperStatus } from "../../domain/developer-report.ts";
import { applyFixClaims } from "../../domain/ledger-rules.ts";
import { type HarnessId, harnesses } from "../../harnesses/registry.ts";
import { flushFileSystem } from "../../process/flush-file-system.ts";
import { isOfThisBoot } from "../../process/identity.ts";
import { inputPolicyOf } from "../../protocols/registry.ts";
import { appendRunEvent } from "../../store/events.ts";
import { invocationsOfStep } from "../../store/invocation-rows.ts";
import { writeLedger } from "../../store/issue-rows.ts";
import { writeDeveloperReport } from "../../store/loop-rows.ts";
import { bindingFor } from "../binding-of.ts";
import type { Executed } from "../executed.ts";
import { converse, type InvokeEffect, reconcile, resumable } from "../invoke.ts";
import { loopFacts } from "../loop-facts.ts";
import { commonInputs, promptOf } from "../prompt.ts";
import type { RunContext } from "../run-context.ts";
import { takeSessionsOver } from "../session-folders.ts";
import { stageClock, stageDone } from "../stage-clock.ts";
import { baseTree, ensureWorkspace, resetWorkspace } from "../workspace.ts";

/** Developer → A_t in the live workspace. The only call that may write (design §5.1). */
export async function executeDevelop(context: RunContext, effect: InvokeEffect): Promise<Executed> {
	const { store, runId } = context;
	const { loop } = effect;
	const clock = stageClock(context, loop, "develop");
	await ensureWorkspace(context, loop);
	const binding = bindingFor(context, effect);
	const { capabilities } = harnesses[binding.harness as HarnessId].definition;
	const base = baseTree(context, loop);
	const cut = (await reconcile(context, effect.key)).at(-1) ?? null;
	let continues = null;
	if (cut !== null) {
		// the same session goes on with the workspace as it is; without one, half of a turn is nobody's work
		// after a restart of the machine the session speaks of files that may be gone
		continues = isOfThisBoot(cut.pidStart) ? resumable(context, effect.key, capabilities.resume) : null;
		if (continues === null) await resetWorkspace(context, base.tree);
	} else if (effect.session.kind === "continue" && capabilities.resume) {
		const earlier = invocationsOfStep(store, runId, effect.session.key).at(-1);
		continues = earlier?.sessionId ? earlier : null;
		await takeSessionsOver(context, effect.session.key, effect.key);
	}
	const facts = loopFacts(context, loop);
	const sees = inputPolicyOf(context.config.protocol, context.config.options);
	const { json } = answerSchema("develop");
	const result = await converse<DeveloperReport>(context, {
		effect,
		binding,
		outputSchema: json,
		examinationId: null,
		copyOf: null,
		appUrl: null,
		look: null,
		continues,
		beforeFresh: () => resetWorkspace(context, base.tree),
		prompt: (name, attempt, problems, paths) =>
			promptOf(context, name, {
				...commonInputs(context, "developer", loop, { attempt, problems, ...paths, resultSchema: json }),
				phases: facts.effective.phases,
				preserved: sees.preservation ? facts.preserved : [],
				ledger: sees.ledger ? facts.ledger : [],
				plan: facts.plan,
				planMarkdown: facts.planMarkdown,
			}),
		read: (answer) => readAnswer("develop", answer),
	});
	// before the turn counts as over: see after-restart.ts
	await flushFileSystem(context.paths.workspace);
	const report = result.answer;
	const status: DeveloperStatus = report?.status ?? "none";
	return {
		outcome: result.outcome,
		write() {
			clock.end(result.outcome.status === "ok", report === null ? "no readable report" : status);
			if (report !== null)
				stageDone(context, loop, "self-test", selfTestPassed(report), selfTestNote(report));
			writeDeveloperReport(store, runId, loop, status, report);
			appendRunEvent(store, runId, {
				kind: "developer.reported",
				loop,
				status,
				summary: report?.summary ?? "",
				fixed: report?.fixed ?? [],
			});
			if (report === null || report.fixed.length === 0) return;
			const claimed = applyFixClaims(facts.ledger, report.fixed, loop);
			writeLedger(store, runId, claimed.issues, claimed.events, { candidateId: null, examinationId: null });
		},
	};
}

function selfTestPassed(report: DeveloperReport): boolean {
	return report.retests.every((test) => test.exitCode === 0);
}

function selfTestNote(report: DeveloperReport): string {
	const { retests } = report;
	if (retests.length === 0) return "none reported";
	return `${retests.filter((test) => test.exitCode === 0).length} of ${retests.length}`;
}
