import { DomainError } from "../domain/errors.ts";
import type { CompareView } from "../domain/views.ts";
import { column, configColumn } from "./columns.ts";
import { splitSettings } from "./flat-settings.ts";
import { runViewOf } from "./run-view-cache.ts";
import { readScreens } from "./screens-view.ts";
import type { Reads, Sources } from "./sources.ts";

/** Runs beside each other, in the order asked for. @throws DomainError `not_found` */
export async function compareRuns(sources: Sources, runIds: readonly string[]): Promise<CompareView> {
	const [runs, configs, claims, screens] = await Promise.all([
		Promise.all(runIds.map((runId) => runViewOf(sources.store, runId))),
		Promise.all(runIds.map((runId) => configOf(sources.reads, runId))),
		Promise.all(runIds.map((runId) => lastClaims(sources.reads, runId))),
		Promise.all(runIds.map((runId) => readScreens(sources, runId))),
	]);
	const { differences, equal } = splitSettings(configs);
	const statements = new Map(
		claims.flatMap((list) => [...list].map(([id, claim]) => [id, claim.statement] as const)),
	);
	const titles = new Map(
		screens.flatMap((view) => view.rows.map((row) => [row.probeId, row.title] as const)),
	);
	return {
		runs,
		differences,
		equal,
		claims: [...statements].map(([claim, statement]) => ({
			claim,
			statement,
			verdicts: claims.map((list) => list.get(claim)?.verdict ?? null),
		})),
		probes: [...titles].map(([probeId, title]) => ({
			probeId,
			title,
			pictures: screens.map((view) => picturesOf(view, probeId)),
		})),
	};
}

function picturesOf(view: Awaited<ReturnType<typeof readScreens>>, probeId: string) {
	const cells = view.rows.find((row) => row.probeId === probeId)?.cells ?? [];
	return view.candidates.map((candidate, index) => {
		const screenshot = cells[index]?.screenshot ?? null;
		return screenshot && { loop: candidate.loop, screenshot };
	});
}

async function configOf(reads: Reads, runId: string) {
	const run = await reads.run.findUnique({ where: { id: runId }, select: { config: true } });
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	return column(configColumn, run.config, "Run.config");
}

/** Claims of the run's last assessed official examination, by claim id. */
async function lastClaims(reads: Reads, runId: string) {
	const examination = await reads.examination.findFirst({
		where: { runId, official: true, status: "assessed" },
		orderBy: [{ loop: "desc" }, { startedAt: "desc" }],
		include: { claims: { include: { assessment: true }, orderBy: { position: "asc" } } },
	});
	return new Map(
		(examination?.claims ?? []).map((claim) => [
			claim.claimId,
			{
				statement: claim.statement,
				verdict: claim.assessment?.verdict === "verified" ? ("verified" as const) : ("gap" as const),
			},
		]),
	);
}
