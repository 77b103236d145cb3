import { closest } from "../domain/closest.ts";
import type { Problem } from "../domain/errors.ts";

/** What to say of a word that isn't in a closed list: the list, and the one that was probably meant. */
export function unknownWord(where: string, what: string, word: string, known: readonly string[]): Problem {
	const near = closest(word, known);
	if (known.length === 0) return { where, what: `unknown ${what} "${word}"; there is none` };
	return {
		where,
		what:
			near === null ? `unknown ${what} "${word}"` : `unknown ${what} "${word}"; known: ${known.join(", ")}`,
		mend: near === null ? `use one of ${known.join(", ")}` : `did you mean "${near}"?`,
	};
}
