import type { Config } from "../config.ts";
import { assess } from "../domain/assess.ts";
import { DomainError } from "../domain/errors.ts";
import type { Log } from "../log.ts";
import { removeTree } from "../process/remove-tree.ts";
import { endMarked } from "../process/sweep.ts";
import { readCandidate } from "../store/candidate-rows.ts";
import { failExamination, readExamination } from "../store/examination-rows.ts";
import { openStore } from "../store/open.ts";
import { assessInput, writeVerdict } from "./effects/assess.ts";
import { writeHostEvidence } from "./effects/examine.ts";
import { testCandidate } from "./effects/test.ts";
import { examineCandidate } from "./examine-candidate.ts";
import type { InvokeEffect } from "./invoke.ts";
import { LeaveRun } from "./leave.ts";
import { loopFacts } from "./loop-facts.ts";
import { prepareContext } from "./prepare-context.ts";
import { watchSpace } from "./space-watch.ts";
import { withoutCommands } from "./without-commands.ts";

/**
 * Examines a candidate once more, as a person asked: checks, probes, the given tester, the host's judgement. Shown
 * beside the official examination; ledger and preservation set stay as they are.
 */
export async function examineAgain(host: Config, log: Log, examinationId: string): Promise<void> {
	const store = openStore(host.databaseFile, { migrationsDirectory: host.migrationsDirectory });
	const opened = readExamination(store, examinationId);
	if (!opened) throw new DomainError("not_found", `There is no examination ${examinationId}.`);
	const { runId, loop } = opened;
	const control = withoutCommands(watchSpace(host));
	try {
		const context = await prepareContext(
			host,
			store,
			runId,
			`examination:${examinationId}`,
			control,
			examinationId,
		);
		const candidate = readCandidate(store, opened.candidateId);
		if (!candidate) throw new DomainError("not_found", `There is no candidate ${opened.candidateId}.`);
		const facts = loopFacts(context, loop);
		const project = facts.effective;
		const evidence = await examineCandidate(context, { examinationId, tree: candidate.tree, project });
		store.transaction(() => {
			writeHostEvidence(context, { loop, candidateId: candidate.id, examinationId }, evidence);
		});
		if (opened.tester !== null) {
			const effect: InvokeEffect = {
				kind: "invoke",
				key: `examination/${examinationId}/test`,
				loop,
				role: "tester",
				access: "read-only",
				purpose: "test",
				prompt: "test",
				session: { kind: "new" },
				corrections: 2,
			};
			const tested = await testCandidate(context, {
				effect,
				binding: { ...opened.tester, access: "read-only" },
				candidate,
				examination: opened,
				facts,
				instruction: opened.instruction,
			});
			store.transaction(() => tested.write());
		}
		const examined = readExamination(store, examinationId) ?? opened;
		const output = assess(assessInput(context, candidate, examined, facts));
		store.transaction(() => writeVerdict(context, candidate, examined, output));
		context.contents.close();
		await removeTree(context.paths.root);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		log.error("examination failed", { examinationId, error: message });
		store.transaction(() =>
			failExamination(
				store,
				examinationId,
				error instanceof LeaveRun ? "It was ended before it was done." : message,
			),
		);
	} finally {
		control.close();
		await endMarked(`examination:${examinationId}`);
		store.close();
	}
}
