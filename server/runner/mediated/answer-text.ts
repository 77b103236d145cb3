import type { LookOutcome } from "../../browser/look-job.ts";
import { type LookRequest, lookArgument } from "../../domain/look.ts";

const shownLines = 20;

/** What the tester hears of a call: the ref first, for it has to be cited. */
export function answerText(ref: string, request: LookRequest, outcome: LookOutcome): string {
	const argument = lookArgument(request);
	const call = `${request.verb}${argument === "" ? "" : ` ${oneLine(argument)}`}`;
	return [
		`${ref} ${outcome.ok ? "done" : "FAILED"}: ${call}${outcome.message === "" ? "" : `: ${outcome.message}`}`,
		`page ${pathOf(outcome.url)}, window ${outcome.viewport}`,
		...saidLines(outcome),
		...(outcome.value === null ? [] : [outcome.value]),
	].join("\n");
}

/** What page and network said since the call before, bounded. */
export function saidLines(outcome: LookOutcome): string[] {
	const lines = [
		...outcome.console.map((line) => `console ${line.level}: ${oneLine(line.text)}`),
		...outcome.failedRequests.map(
			(request) => `failed request: ${pathOf(request.url)} ${request.status ?? ""} ${request.error}`,
		),
	];
	if (lines.length === 0) return ["console: quiet"];
	const more = lines.length - shownLines;
	return more > 0 ? [...lines.slice(0, shownLines), `… and ${more} more lines`] : lines;
}

/** The path of an address of the product; another address as it is. */
function pathOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const { protocol, pathname, search, hash } = new URL(url);
	return protocol === "http:" ? `${pathname}${search}${hash}` : url;
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
