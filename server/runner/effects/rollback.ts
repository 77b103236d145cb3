import { DomainError } from "../../domain/errors.ts";
import type { Effect } from "../../domain/protocol.ts";
import { candidateOfLoop } from "../../store/candidate-rows.ts";
import type { Executed } from "../executed.ts";
import type { RunContext } from "../run-context.ts";
import { resetWorkspace } from "../workspace.ts";

/** Lays the live workspace anew: A_0, or the candidate of a loop. */
export async function executeRollback(
	context: RunContext,
	effect: Extract<Effect, { kind: "rollback" }>,
): Promise<Executed> {
	await resetWorkspace(context, treeOf(context, effect.to));
	return { outcome: { kind: "rollback", key: effect.key }, write() {} };
}

function treeOf(context: RunContext, to: "seed" | number): string {
	if (to === "seed") return context.config.seedTree;
	const candidate = candidateOfLoop(context.store, context.runId, to);
	if (!candidate) throw new DomainError("not_found", `Loop ${to} has no candidate to roll back to.`);
	return candidate.tree;
}
