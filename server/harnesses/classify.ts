import type { ErrorKind } from "../domain/outcome.ts";

/** Kind of an HTTP status of the model's API. Null: not an error that a status decides. */
export function kindOfStatus(status: number, message: string): ErrorKind | null {
	if (status === 401 || status === 403) return "auth";
	if (status === 402) return "quota";
	if (status === 429) return isUsedUp(message) ? "quota" : "transport";
	if (status === 408 || status === 409 || status >= 500) return "transport";
	if (status >= 400) return isUsedUp(message) ? "quota" : "harness";
	return null;
}

const auth =
	/\b40[13]\b|unauthori[sz]ed|forbidden|(incorrect|invalid|missing|no) api[ _-]?key|authentication|Missing environment variable|not logged in|log ?in again|please run .*login|token (has )?expired/i;
const context = /context[ _](length|window)|prompt is too long|maximum context|input is too long/i;
const tooMany = /\b429\b|rate[ _-]?limit|too many requests/i;
const broken =
	/\b(408|5\d\d)\b|overloaded|high demand|at capacity|server error|service unavailable|bad gateway|stream (disconnected|closed|error)|idle timeout|network|connection|connect|socket|timed? ?out|ECONN|ENOTFOUND|EPIPE|error sending request|fetch failed|terminated/i;

/** Kind of an error from the words of a CLI's own error event (never from what an agent or product printed). */
export function kindOfMessage(message: string): ErrorKind {
	if (isUsedUp(message)) return "quota";
	if (context.test(message)) return "harness";
	if (tooMany.test(message)) return "transport";
	if (auth.test(message)) return "auth";
	if (broken.test(message)) return "transport";
	return "harness";
}

/** A limit that waiting a moment doesn't mend: a plan's hours, a budget, a credit. */
function isUsedUp(message: string): boolean {
	return /usage limit|insufficient[ _]quota|(exceeded|out of) (your )?(current )?quota|quota (has been )?exceeded|credit balance|billing|hit your limit|(?<!rate )limit reached/i.test(
		message,
	);
}

/**
 * ISO time at which a limit resets, where the words hold an absolute one: seconds since 1970 (`…reached|1796025600`), or an
 * ISO time. Relative times and times of day need a clock and a place, which a parser doesn't have: null.
 */
export function resetTimeIn(message: string): string | null {
	const epoch = /\|\s*(\d{10})(?:\d{3})?\b/.exec(message);
	if (epoch) return isoOf(Number(epoch[1]));
	const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/.exec(message);
	if (!iso) return null;
	const time = new Date(iso[0]);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** ISO time of seconds (or milliseconds) since 1970. */
export function isoOf(time: number): string | null {
	const date = new Date(time > 1e11 ? time : time * 1000);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
