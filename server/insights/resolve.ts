import { DomainError } from "../domain/errors.ts";
import { parseCandidateReference, ulidSchema } from "../domain/ids.ts";
import type { Reads } from "./sources.ts";

/**
 * Finds a run by what people type: its ULID, `project/number`, or `latest`.
 * @throws DomainError `not_found`, or `conflict` where projects of the same name have it
 */
export async function resolveRun(reads: Reads, reference: string): Promise<{ runId: string }> {
	const found = await findRun(reads, reference.trim());
	if (!found) {
		if (reference.trim() === "") {
			throw new DomainError(
				"invalid_input",
				'Say which run: its id, project/number, or "latest"; `fuseline runs` lists them.',
			);
		}
		throw new DomainError(
			"not_found",
			`There is no run "${reference}": name it by its id, as project/number, or "latest"; \`fuseline runs\` lists them.`,
		);
	}
	return { runId: found.id };
}

async function findRun(reads: Reads, reference: string): Promise<{ id: string } | null> {
	if (reference === "latest") return newestRun(reads);
	if (ulidSchema.safeParse(reference).success) {
		return reads.run.findUnique({ where: { id: reference }, select: { id: true } });
	}
	const match = /^(.+)[/#](\d+)$/.exec(reference);
	if (!match) return null;
	const found = await reads.run.findMany({
		where: { project: { name: match[1] as string }, number: Number(match[2]) },
		orderBy: { createdAt: "desc" },
		select: { id: true, project: { select: { source: true } } },
	});
	if (found.length > 1) {
		const which = found.map((run) => `${run.id} (${run.project.source ?? "pasted spec"})`).join(", ");
		throw new DomainError(
			"conflict",
			`"${reference}" names ${found.length} runs: say which by its id: ${which}.`,
		);
	}
	return found[0] ?? null;
}

function newestRun(reads: Reads) {
	return reads.run.findFirst({
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		select: { id: true },
	});
}

/**
 * Finds a candidate by ULID, `RUN/loop-03-…` or a label alone; the newest run wins where a label recurs.
 * @throws DomainError `not_found`, or `invalid_input` for what isn't a candidate's name
 */
export async function resolveCandidate(reads: Reads, reference: string): Promise<string> {
	const text = reference.trim();
	if (text === "") {
		throw new DomainError(
			"invalid_input",
			"Say which candidate: its id, RUN/loop-03-3f9a1c77e0b2, or loop-03-3f9a1c77e0b2; `fuseline show RUN` lists them.",
		);
	}
	// the run before a label may hold a slash of its own: `project/3/loop-01-…`
	const cut = text.lastIndexOf("/loop-");
	const parsed = parseCandidateReference(cut > 0 ? text.slice(cut + 1) : text);
	if (!parsed) {
		throw new DomainError(
			"invalid_input",
			`"${reference}" is no candidate: use its id, RUN/loop-03-3f9a1c77e0b2, or loop-03-3f9a1c77e0b2.`,
		);
	}
	if (parsed.kind === "id") return parsed.id;
	const [, loop, tree] = /^loop-(\d+)-([0-9a-f]+)$/.exec(parsed.label) ?? [];
	const runId = cut > 0 ? (await resolveRun(reads, text.slice(0, cut))).runId : undefined;
	const found = await reads.candidate.findFirst({
		where: { loop: Number(loop), tree: { startsWith: tree }, ...(runId === undefined ? {} : { runId }) },
		orderBy: { createdAt: "desc" },
		select: { id: true },
	});
	if (!found) throw new DomainError("not_found", `There is no candidate "${reference}".`);
	return found.id;
}
