import { DomainError } from "../domain/errors.ts";
import type { InvocationView } from "../domain/views.ts";
import { countByInvocation } from "../store/event-reads.ts";
import { column, inputsColumn, stringsColumn } from "./columns.ts";
import { contentRef } from "./content-ref.ts";
import { summarizeInvocation } from "./invocation-summary.ts";
import type { Sources } from "./sources.ts";

/**
 * One call with its exact inputs, so that anyone can audit what a role was told.
 * @throws DomainError `not_found`
 */
export async function readInvocation(sources: Sources, invocationId: string): Promise<InvocationView> {
	const row = await sources.reads.invocation.findUnique({
		where: { id: invocationId },
		include: { run: { select: { projectId: true } } },
	});
	if (!row) throw new DomainError("not_found", `There is no invocation ${invocationId}.`);
	const { projectId } = row.run;
	const contents = sources.contents(projectId);
	const events = countByInvocation(sources.store, row.runId, [row.id]).get(row.id) ?? 0;
	return {
		...summarizeInvocation(row, events),
		runId: row.runId,
		prompt: contents.has(row.promptSha256) ? contents.get(row.promptSha256).toString("utf8") : "",
		promptSha256: row.promptSha256,
		inputs: column(inputsColumn, row.inputs, "Invocation.inputs").map(({ name, sha256, mime }) => ({
			name,
			sha256,
			content: contentRef(sources, projectId, sha256, mime),
		})),
		argv: column(stringsColumn, row.argv, "Invocation.argv"),
		finalMessage: row.finalMessage,
		result: row.result,
		stdout: contentRef(sources, projectId, row.stdoutSha256, "text/plain"),
		stderr: contentRef(sources, projectId, row.stderrSha256, "text/plain"),
	};
}
