import type { PreservedClaim } from "../domain/assess-types.ts";
import type { DevelopmentDocument } from "../domain/development-document.ts";
import { type EffectiveProject, effectiveProject } from "../domain/effective-project.ts";
import type { Issue } from "../domain/ledger.ts";
import { applyDrops } from "../domain/preservation.ts";
import type { Proposal } from "../domain/project-config.ts";
import { preservedBefore } from "../store/examination-rows.ts";
import { readLedger } from "../store/issue-rows.ts";
import { readLoop, readPlans } from "../store/loop-rows.ts";
import type { RunContext } from "./run-context.ts";

/** What holds in a loop: the plan in force, the preservation set, the project with what plans proposed, the ledger. */
export interface LoopFacts {
	plan: DevelopmentDocument | null;
	planMarkdown: string | null;
	planHash: string | null;
	/** loop in which the plan was written; with `planUpdate` off that is loop 1 */
	planLoop: number | null;
	effective: EffectiveProject;
	/** what plans up to this loop proposed, oldest first */
	proposals: Proposal[];
	preserved: PreservedClaim[];
	dropped: { claim: string; reason: string }[];
	/** drops of claims that were never verified: the contract is then invalid */
	unknownDrops: string[];
	ledger: Issue[];
}

/** Reads the facts of a loop from the rows of its finished steps. */
export function loopFacts(context: RunContext, loop: number): LoopFacts {
	const { store, runId, config } = context;
	const plans = readPlans(store, runId, loop);
	const proposals = plans.flatMap(({ plan }) => (plan.proposal === undefined ? [] : [plan.proposal]));
	const inForce = plans.at(-1) ?? null;
	const planRow = inForce === null ? null : readLoop(store, runId, inForce.loop);
	const own = readLoop(store, runId, loop)?.preservation ?? null;
	return {
		plan: inForce?.plan ?? null,
		planMarkdown: planRow?.planMarkdown ?? null,
		planHash: planRow?.planHash ?? null,
		planLoop: inForce?.loop ?? null,
		effective: effectiveProject(config.project, proposals),
		proposals,
		preserved: own?.set ?? preservedBefore(store, runId, loop),
		dropped: own?.dropped ?? [],
		unknownDrops: applyDrops(
			preservedBefore(store, runId, loop),
			inForce?.loop === loop ? inForce.plan : null,
		).unknown,
		ledger: readLedger(store, runId),
	};
}
