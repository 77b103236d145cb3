import { DomainError } from "../domain/errors.ts";
import { candidateLabel } from "../domain/ids.ts";
import type { ScreensView } from "../domain/views.ts";
import { column, environmentColumn, optional, verdictColumn, word } from "./columns.ts";
import { pictureRef } from "./content-ref.ts";
import { probeStatuses } from "./examination-view.ts";
import type { Sources } from "./sources.ts";

/**
 * Probe × candidate of the official examinations. Of a repeated probe the last picture stands for it.
 * @throws DomainError `not_found`
 */
export async function readScreens(sources: Sources, runId: string): Promise<ScreensView> {
	const run = await sources.reads.run.findUnique({ where: { id: runId }, select: { projectId: true } });
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	const candidates = await sources.reads.candidate.findMany({
		where: { runId },
		orderBy: { loop: "asc" },
		include: {
			examinations: {
				where: { official: true },
				orderBy: { id: "desc" },
				take: 1,
				include: {
					probes: { orderBy: [{ position: "asc" }, { repetition: "asc" }] },
					records: { where: { origin: "mediated", kind: "screenshot" }, orderBy: { id: "asc" } },
				},
			},
		},
	});
	const columns = candidates.map((candidate) => ({
		candidate,
		verdict: optional(verdictColumn, candidate.examinations[0]?.verdict ?? null, "Examination.verdict"),
		probes: new Map(candidate.examinations[0]?.probes.map((probe) => [probe.probeId, probe]) ?? []),
	}));
	const titles = new Map(
		columns.flatMap(({ probes }) => [...probes].map(([id, probe]) => [id, probe.title])),
	);
	const taken = candidates.flatMap((candidate) =>
		(candidate.examinations[0]?.records ?? []).flatMap((record) => {
			const screenshot = pictureRef(sources, run.projectId, record);
			if (screenshot === null) return [];
			const environment = column(environmentColumn, record.environment, "ExecutionRecord.environment");
			return {
				candidateId: candidate.id,
				loop: candidate.loop,
				examinationId: record.examinationId,
				ref: record.ref,
				name: environment.argument ?? record.title,
				screenshot,
			};
		}),
	);
	return {
		runId,
		taken,
		candidates: columns.map(({ candidate, verdict }) => ({
			id: candidate.id,
			loop: candidate.loop,
			label: candidateLabel(candidate.loop, candidate.tree),
			verdict,
		})),
		rows: [...titles].map(([probeId, title]) => {
			let before: string | null = null;
			const cells = columns.map(({ candidate, probes }) => {
				const probe = probes.get(probeId);
				if (!probe) return null;
				const sha256 = probe.screenshotSha256;
				const unchanged = before === null || sha256 === null ? null : before === sha256;
				before = sha256 ?? before;
				return {
					candidateId: candidate.id,
					examinationId: probe.examinationId,
					ref: `probe:${probe.probeId}${probe.repetition > 1 ? `#${probe.repetition}` : ""}`,
					status: word(probeStatuses, probe.status, "ProbeResult.status"),
					message: probe.message,
					screenshot: pictureRef(sources, run.projectId, {
						sha256,
						width: probe.width,
						height: probe.height,
					}),
					unchanged,
				};
			});
			return { probeId, title, cells };
		}),
	};
}

/**
 * Bytes of two pictures that belong to a run's project.
 * @throws DomainError `not_found` where the run or a picture isn't there
 */
export async function pictureBytes(
	sources: Sources,
	runId: string,
	[a, b]: readonly [string, string],
): Promise<[Buffer, Buffer]> {
	const run = await sources.reads.run.findUnique({ where: { id: runId }, select: { projectId: true } });
	if (!run) throw new DomainError("not_found", `There is no run ${runId}.`);
	const contents = sources.contents(run.projectId);
	return [contents.get(a), contents.get(b)];
}
