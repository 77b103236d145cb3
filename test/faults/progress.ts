import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { CampaignOptions, TrialOutcome } from "./campaign.ts";

const failureSchema = z.object({
	harm: z.enum(["lost", "doubled", "orphans", "corrupt", "wrong"]),
	text: z.string(),
	kind: z.string(),
	trial: z.number(),
	replay: z.string(),
});
const lineSchema = z.object({
	seed: z.number(),
	full: z.boolean(),
	/** which build was tried; another one's trials say nothing about this */
	build: z.string(),
	trial: z.string(),
	outcome: z.object({ injected: z.number(), milliseconds: z.number(), failures: z.array(failureSchema) }),
});

/** Trials of the same seed, size and build that an earlier start of the campaign has finished, by `kind/index`; a control by `kind/control`. */
export function readProgress(o: CampaignOptions): Map<string, TrialOutcome> {
	const done = new Map<string, TrialOutcome>();
	if (o.progressFile === null || !existsSync(o.progressFile)) return done;
	for (const line of readFileSync(o.progressFile, "utf8").split("\n")) {
		const parsed = lineSchema.safeParse(parseJson(line));
		// half a line: the campaign was killed while it wrote; that trial is done again
		if (!parsed.success) continue;
		const { seed, full, build, trial, outcome } = parsed.data;
		if (seed === o.seed && full === o.full && build === o.build) done.set(trial, outcome);
	}
	return done;
}

export function writeProgress(o: CampaignOptions, trial: string, outcome: TrialOutcome): void {
	if (o.progressFile === null) return;
	appendFileSync(
		o.progressFile,
		`${JSON.stringify({ seed: o.seed, full: o.full, build: o.build, trial, outcome })}\n`,
	);
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
}
