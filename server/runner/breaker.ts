import type { HarnessResult } from "../domain/harness.ts";

/** So many equal failures in so short a time: trying again only burns calls. */
const equalFailures = 3;
const windowMs = 60_000;

/** Nobody was reached, or we came too fast: both pass by themselves, so they are waited out however often they come. */
const passes =
	/\b429\b|rate[ _-]?limit|too many requests|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|network|fetch failed|error sending request|connection error|unable to connect|connection refused/i;

/**
 * Fast-fail breaker of one step: notes failed calls that would be tried again, and says when the same failure came three
 * times within 60 s. A person's answer starts the step anew and forgets them.
 */
export class Breaker {
	#last: { at: number; what: string }[] = [];

	/** `now` in ms since 1970; true if it is time to ask a person. */
	failed(result: Pick<HarnessResult, "errorKind" | "message">, now: number): boolean {
		const words = result.message ?? "";
		if (result.errorKind !== "transport" && result.errorKind !== "quota") return false;
		if (result.errorKind === "transport" && passes.test(words)) return false;
		const what = `${result.errorKind} ${alike(words)}`;
		this.#last = [...this.#last, { at: now, what }].slice(-equalFailures);
		return (
			this.#last.length === equalFailures &&
			this.#last.every((failure) => failure.what === what && now - failure.at <= windowMs)
		);
	}
}

/** Two failures are the same if they differ only in what counts up: request ids, tries, times. */
function alike(words: string): string {
	return words.replaceAll(/\b[\w-]*\d[\w-]*\b/g, "#");
}
