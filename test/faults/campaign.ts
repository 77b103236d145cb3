import type { Finding, Kind, Trial } from "./kind.ts";
import { readProgress, writeProgress } from "./progress.ts";
import { randomOf } from "./random.ts";

export interface CampaignOptions {
	seed: number;
	full: boolean;
	/** ids of kinds; empty: all */
	only: string[];
	/** one trial alone, to see a failure again */
	at: number | null;
	/** how many trials at once */
	lanes: number;
	/** controls only, or not at all */
	controls: "with" | "only" | "without";
	/** where a campaign that was cut goes on; null: nowhere */
	progressFile: string | null;
	/** hash of the programs that are tried */
	build: string;
	say(line: string): void;
}

export interface Failure extends Finding {
	kind: string;
	trial: number;
	/** how to see it again */
	replay: string;
}

export interface KindResult {
	id: string;
	title: string;
	tried: number;
	injected: number;
	survived: number;
	lost: number;
	doubled: number;
	orphans: number;
	corrupt: number;
	wrong: number;
	/** null: the kind has none, or it wasn't its turn */
	control: { says: string; synthetic: boolean; fails: boolean; sameAs: string | null } | null;
	/** why it wasn't tried here */
	skipped: string | null;
	seconds: number;
	failures: Failure[];
}

/** Tries each kind as often as it says, some at once, and counts what was harmed. */
export async function runCampaign(kinds: readonly Kind[], o: CampaignOptions): Promise<KindResult[]> {
	const chosen = kinds.filter((kind) => o.only.length === 0 || o.only.includes(kind.id));
	const results = new Map(chosen.map((kind) => [kind.id, emptyResult(kind)]));
	const earlier = readProgress(o);
	const jobs: { kind: Kind; run(): Promise<void> }[] = [];
	for (const kind of chosen) {
		const result = results.get(kind.id) as KindResult;
		result.skipped = kind.needs?.() ?? null;
		if (result.skipped !== null) continue;
		const count = o.controls === "only" ? 0 : o.full ? kind.full : kind.quick;
		for (let index = 0; index < count; index += 1) {
			if (o.at !== null && index !== o.at) continue;
			const before = earlier.get(`${kind.id}/${index}`);
			if (before) {
				add(result, before);
				continue;
			}
			jobs.push({
				kind,
				async run() {
					const outcome = await runTrial(kind, index, o);
					add(result, outcome);
					writeProgress(o, `${kind.id}/${index}`, outcome);
					for (const { harm, text } of outcome.failures) o.say(`  ${kind.id} ${index}: ${harm}: ${text}`);
				},
			});
		}
		const { control } = kind;
		if (
			control &&
			"run" in control &&
			o.at === null &&
			o.controls !== "without" &&
			(o.full || o.controls === "only" || control.quick)
		) {
			const { says, synthetic } = control;
			const before = earlier.get(`${kind.id}/control`);
			if (before) {
				result.control = { says, synthetic, fails: before.failures.length > 0, sameAs: null };
				continue;
			}
			jobs.push({
				kind,
				async run() {
					const outcome = await runControl(kind, o);
					result.control = { says, synthetic, fails: outcome.failures.length > 0, sameAs: null };
					result.seconds += outcome.milliseconds / 1000;
					// one that didn't fail is tried again by the next start
					if (result.control.fails) writeProgress(o, `${kind.id}/control`, outcome);
				},
			});
		}
	}
	await inLanes(
		jobs.filter((job) => job.kind.alone !== true),
		o.lanes,
	);
	await inLanes(
		jobs.filter((job) => job.kind.alone === true),
		1,
	);
	for (const { id, control } of chosen) {
		const shown = control && "sameAs" in control ? results.get(control.sameAs)?.control : null;
		if (control && "sameAs" in control && shown)
			(results.get(id) as KindResult).control = { ...shown, sameAs: control.sameAs };
	}
	return [...results.values()];
}

export interface TrialOutcome {
	injected: number;
	milliseconds: number;
	failures: Failure[];
}

async function runTrial(kind: Kind, index: number, o: CampaignOptions): Promise<TrialOutcome> {
	const begun = performance.now();
	const failures: Failure[] = [];
	let injected = 0;
	const replay = `npm run faults -- --only ${kind.id} --at ${index} --seed ${o.seed}${o.full ? " --full" : ""}`;
	const trial: Trial = {
		random: randomOf(o.seed, kind.id, index),
		index,
		full: o.full,
		injected: (count = 1) => {
			injected += count;
		},
		saw: (text) => o.say(`${kind.id} ${index}: ${text}`),
		harm: (harm, text) => failures.push({ harm, text, kind: kind.id, trial: index, replay }),
		harms: (findings) => {
			for (const { harm, text } of findings) trial.harm(harm, text);
		},
	};
	try {
		await kind.run(trial);
	} catch (error) {
		trial.harm("wrong", `the trial itself failed: ${error instanceof Error ? error.stack : String(error)}`);
	}
	const milliseconds = performance.now() - begun;
	o.say(
		`${kind.id} ${index}: ${injected} injected, ${failures.length} failures, ${Math.round(milliseconds)} ms`,
	);
	return { injected, milliseconds, failures };
}

/** What it harms is its success. */
async function runControl(kind: Kind, o: CampaignOptions): Promise<TrialOutcome> {
	const begun = performance.now();
	const failures: Failure[] = [];
	const trial: Trial = {
		random: randomOf(o.seed, kind.id, "control"),
		index: 0,
		full: o.full,
		injected: () => {},
		saw: (text) => o.say(`${kind.id} control: ${text}`),
		harm: (harm, text) => {
			failures.push({ harm, text, kind: kind.id, trial: 0, replay: "" });
			o.say(`${kind.id} control: ${harm}: ${text}`);
		},
		harms: (findings) => {
			for (const { harm, text } of findings) trial.harm(harm, text);
		},
	};
	try {
		if (kind.control && "run" in kind.control) await kind.control.run(trial);
	} catch (error) {
		// a control that breaks down has shown nothing
		o.say(`  ${kind.id} control broke down: ${error instanceof Error ? error.stack : String(error)}`);
		failures.length = 0;
	}
	const milliseconds = performance.now() - begun;
	o.say(`${kind.id} control: ${failures.length} harms, ${Math.round(milliseconds)} ms`);
	return { injected: 0, milliseconds, failures };
}

async function inLanes(jobs: { run(): Promise<void> }[], lanes: number): Promise<void> {
	const waiting = [...jobs];
	const lane = async () => {
		for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job.run();
	};
	await Promise.all(Array.from({ length: lanes }, lane));
}

function emptyResult(kind: Kind): KindResult {
	return {
		id: kind.id,
		title: kind.title,
		tried: 0,
		injected: 0,
		survived: 0,
		lost: 0,
		doubled: 0,
		orphans: 0,
		corrupt: 0,
		wrong: 0,
		control: null,
		skipped: null,
		seconds: 0,
		failures: [],
	};
}

function add(result: KindResult, outcome: TrialOutcome): void {
	result.tried += 1;
	result.injected += outcome.injected;
	result.seconds += outcome.milliseconds / 1000;
	if (outcome.failures.length === 0) result.survived += 1;
	for (const failure of outcome.failures) result[failure.harm] += 1;
	result.failures.push(...outcome.failures);
}
