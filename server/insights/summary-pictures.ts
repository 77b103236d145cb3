import type { RunView } from "../domain/run-view.ts";
import type { Sources } from "./sources.ts";

export interface CandidatePicture {
	/** probe that took it, or the record's ref where a check or a tester's browser did */
	probe: string;
	sha256: string;
	width: number | null;
	path: string | null;
}

/** Different PNGs that we took of each candidate in its official examination, by candidate id. */
export async function readPictures(
	sources: Sources,
	view: RunView,
	extract: (projectId: string, sha256: string) => Promise<string>,
): Promise<Map<string, CandidatePicture[]>> {
	const examinations = await sources.reads.examination.findMany({
		where: { runId: view.runId, official: true },
		orderBy: { id: "asc" },
		select: {
			candidateId: true,
			probes: { orderBy: [{ position: "asc" }, { repetition: "asc" }] },
			records: {
				where: { kind: "screenshot", mime: "image/png", origin: { in: ["host", "mediated"] } },
				orderBy: { id: "asc" },
			},
		},
	});
	const contents = sources.contents(view.projectId);
	const pictures = new Map<string, CandidatePicture[]>();
	for (const { candidateId, probes, records } of examinations) {
		const found = new Map<string, { probe: string; width: number | null }>();
		for (const { probeId, screenshotSha256, width } of probes) {
			if (screenshotSha256 !== null && !found.has(screenshotSha256)) {
				found.set(screenshotSha256, { probe: probeId, width });
			}
		}
		for (const { ref, sha256, width } of records) {
			if (sha256 !== null && !found.has(sha256)) found.set(sha256, { probe: probeOf(ref), width });
		}
		const list: CandidatePicture[] = [];
		for (const [sha256, { probe, width }] of found) {
			const path = contents.has(sha256) ? await extract(view.projectId, sha256) : null;
			list.push({ probe, sha256, width, path });
		}
		pictures.set(candidateId, list);
	}
	return pictures;
}

/** `probe:board#2` and `probe:board@won` were taken by the probe `board`. */
function probeOf(ref: string): string {
	return /^probe:([^:#@]+)/.exec(ref)?.[1] ?? ref;
}
