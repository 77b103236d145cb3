import type { Picture } from "./job.ts";

/*
 * What goes between `look-session.ts` (in the runner) and `look-child.ts` (the process that holds the browser). The job
 * comes on the child's stdin; then the child connects to `socket`, reads one request per line and answers each with one
 * line, in order.
 */

export interface LookJob {
	/** origin of the served candidate; nothing else can be reached */
	url: string;
	/** where the runner listens; the child ends when that connection does */
	socket: string;
	/** absolute; pictures are written here */
	outputDirectory: string;
	browserPath: string;
	ownSandboxOff: boolean;
	sandbox: string;
}

/** What one request led to. */
export interface LookOutcome {
	ok: boolean;
	/** one sentence; empty when there is nothing to say */
	message: string;
	/** address of the page after the call */
	url: string;
	/** `1280×800` */
	viewport: string;
	/** text of `state` */
	value: string | null;
	picture: Picture | null;
	/** since the call before */
	console: { level: string; text: string }[];
	failedRequests: { url: string; status: number | null; error: string }[];
	durationMs: number;
	/** browser, version, renderer, locale, time zone, sandbox */
	environment: Record<string, string>;
}

export const lookTimes = {
	/** a page has so long to load */
	loadMs: 25_000,
	/** one call as a whole; then the browser is ended, since its page hangs */
	callMs: 45_000,
} as const;

/** The longest text that `state` gives back. */
export const stateCharacters = 24_000;
