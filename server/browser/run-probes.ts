import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Probe } from "../domain/project-config.ts";
import type { SandboxReport } from "../process/sandbox.ts";
import { spawnProcess } from "../process/spawn.ts";
import type { FoundBrowser } from "./find-browser.ts";
import { type BrowserJob, noVisit, type ProbeOutcome } from "./job.ts";
import { takeSlot } from "./slots.ts";
import { writeBrowserWrapper } from "./wrapper.ts";

export type { ProbeOutcome } from "./job.ts";

export interface RunProbesOptions {
	/** origin of the served candidate, `http://127.0.0.1:PORT` */
	url: string;
	probes: Probe[];
	/** absolute, own folder of this examination; pictures stay here */
	outputDirectory: string;
	browser: FoundBrowser;
	/** bundle of `child.ts` */
	entry: string;
	sandbox: SandboxReport;
	/** folders that the browser must not see */
	masked: string[];
	/** folder of the machine-wide limit, shared by all runs of this data directory */
	slotsDirectory: string;
	/** browsers at once on this machine */
	limit?: number;
	marker: string;
	path: string;
	onOutcome?: (outcome: ProbeOutcome) => void;
}

/**
 * Visits a served candidate with every probe, one after the other, each in a fresh context of a browser in a child
 * process. One outcome per probe and repetition, in order; a browser that isn't there or dies gives outcomes that say
 * so. Pictures are PNG files below `outputDirectory`.
 */
export async function runProbes(options: RunProbesOptions): Promise<ProbeOutcome[]> {
	if (options.probes.length === 0) return [];
	const { browser } = options;
	if (!("path" in browser)) {
		const message = `${browser.problem} ${browser.mend}`;
		return expected(options.probes).map(([probe, repetition]) => {
			const outcome = noVisit(probe, repetition, "unavailable", message);
			options.onOutcome?.(outcome);
			return outcome;
		});
	}
	const slot = await takeSlot(options.slotsDirectory, options.limit ?? 2);
	try {
		return await visitAll(options, browser.path);
	} finally {
		await slot.release();
	}
}

async function visitAll(options: RunProbesOptions, browserPath: string): Promise<ProbeOutcome[]> {
	const directory = options.outputDirectory;
	const temporary = join(directory, "browser");
	await mkdir(temporary, { recursive: true, mode: 0o700 });
	const environment = { PATH: options.path, HOME: temporary, TMPDIR: temporary, LANG: "C.UTF-8", TZ: "UTC" };
	const walled = options.sandbox.level === "enforced";
	const job: BrowserJob = {
		url: options.url,
		probes: options.probes,
		outputDirectory: directory,
		results: join(directory, "outcomes.jsonl"),
		browserPath: walled
			? await writeBrowserWrapper({
					browserPath,
					directory: temporary,
					masked: options.masked,
					// private inside, and short: the browser puts a socket there, and socket paths end at 108 bytes
					environment: { ...environment, TMPDIR: "/tmp", FUSELINE_MARKER: options.marker },
					sandbox: options.sandbox,
				})
			: browserPath,
		sandbox: (walled ? options.sandbox.tool : null) ?? "none",
		ownSandboxOff: walled || process.getuid?.() === 0,
	};
	const reader = outcomeReader(job.results, options.onOutcome);
	const child = spawnProcess({
		argv: [process.execPath, options.entry],
		cwd: directory,
		environment,
		stdin: JSON.stringify(job),
		stdoutPath: join(directory, "browser.out"),
		stderrPath: join(directory, "browser.err"),
		marker: options.marker,
		limits: {
			wallMs: wallMs(options.probes),
			idleMs: null,
			afterFinalMs: null,
			keepBytes: 1024 * 1024,
			floodBytes: null,
		},
		onLine: () => void reader.read(),
	});
	const exit = await child.exited;
	const outcomes = await reader.read();
	const why =
		exit.endedBy === "wall"
			? "The browser was ended: the visits took longer than their time limits together."
			: `The browser's process ended early (${exit.signal ?? `exit ${exit.code}`}). ${exit.stderrTail.slice(-300)}`;
	return expected(options.probes).map(([probe, repetition]) => {
		const done = outcomes.find((one) => one.probeId === probe.id && one.repetition === repetition);
		if (done !== undefined) return done;
		const missing = noVisit(probe, repetition, exit.endedBy === "wall" ? "timeout" : "error", why.trim());
		options.onOutcome?.(missing);
		return missing;
	});
}

function expected(probes: Probe[]): [Probe, number][] {
	return probes.flatMap((probe) =>
		Array.from({ length: probe.repeat }, (_, index): [Probe, number] => [probe, index + 1]),
	);
}

/** Every visit's own limit, and the time to start a browser, to take the last picture and to close. */
function wallMs(probes: Probe[]): number {
	return probes.reduce((sum, probe) => sum + probe.repeat * (probe.timeoutSeconds + 20) * 1000, 60_000);
}

/** Reads whole lines of the results file again and again; each outcome is announced once. */
function outcomeReader(file: string, announce?: (outcome: ProbeOutcome) => void) {
	let announced = 0;
	let turn: Promise<ProbeOutcome[]> = Promise.resolve([]);
	const readNow = async () => {
		const content = await readFile(file, "utf8").catch(() => "");
		const whole = content.slice(0, content.lastIndexOf("\n") + 1);
		const outcomes = whole
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line) as ProbeOutcome);
		for (const outcome of outcomes.slice(announced)) announce?.(outcome);
		announced = outcomes.length;
		return outcomes;
	};
	return {
		read(): Promise<ProbeOutcome[]> {
			turn = turn.then(readNow);
			return turn;
		},
	};
}
