import type { Probe } from "../domain/project-config.ts";

/*
 * What goes between `run-probes.ts` (in the runner) and `child.ts` (the process that holds the browser library).
 * The job comes on the child's stdin as one JSON value; each outcome is appended as one line to `results`, so that a
 * child that dies in the middle loses only the visit under way.
 */

/** Everything a page may make us keep is bounded: a page is not trusted. */
export const limits = {
	consoleLines: 200,
	consoleCharacters: 2000,
	failedRequests: 200,
	valueBytes: 64 * 1024,
	/** a click, fill or press waits so long for its element */
	actionMs: 10_000,
	/** a `wait` step lasts at most so long; longer is a failed step, not a hung visit */
	waitMs: 20_000,
	/** a page that doesn't answer within this is photographed without its help */
	settleMs: 4000,
	/** a picture of a page that hangs is given up after this */
	pictureMs: 10_000,
} as const;

export interface BrowserJob {
	/** origin of the served candidate, e.g. `http://127.0.0.1:41001`; nothing else can be reached */
	url: string;
	probes: Probe[];
	/** absolute; pictures are written here */
	outputDirectory: string;
	/** file of JSON lines, one `ProbeOutcome` each */
	results: string;
	/** program that is started as the browser (a wrapper script where there is a sandbox) */
	browserPath: string;
	/** the browser runs inside our sandbox or as root: its own must be off */
	ownSandboxOff: boolean;
	/** what stands around the browser, for the record: `bubblewrap`, `sandbox-exec`, `none` */
	sandbox: string;
}

export interface Picture {
	path: string;
	width: number;
	height: number;
}

export type ProbeStatus = "pass" | "fail" | "timeout" | "error" | "unavailable";

/** What one visit of one probe showed. `values[].value` is JSON text. */
export interface ProbeOutcome {
	probeId: string;
	/** counts from 1 */
	repetition: number;
	status: ProbeStatus;
	/** a sentence for people; empty when the visit passed */
	message: string;
	/** last state; null only if the browser gave no picture at all */
	screenshot: Picture | null;
	extraScreenshots: (Picture & { name: string })[];
	values: { name: string; value: string; passed: boolean | null }[];
	console: { level: string; text: string }[];
	failedRequests: { url: string; status: number | null; error: string }[];
	steps: { step: string; ok: boolean; value: string | null; message: string }[];
	durationMs: number;
	/** browser, version, renderer, viewport, locale, time zone */
	environment: Record<string, string>;
}

/** The outcome of a visit that never took place. */
export function noVisit(
	probe: Probe,
	repetition: number,
	status: "error" | "timeout" | "unavailable",
	message: string,
): ProbeOutcome {
	return {
		probeId: probe.id,
		repetition,
		status,
		message,
		screenshot: null,
		extraScreenshots: [],
		values: [],
		console: [],
		failedRequests: [],
		steps: [],
		durationMs: 0,
		environment: { viewport: viewportText(probe) },
	};
}

/** `1280×800`, as it stands in records. */
export function viewportText(probe: Probe): string {
	return `${probe.viewport.width}×${probe.viewport.height}`;
}
