import type { Problem } from "./errors.ts";
import { specLimitBytes } from "./project-config.ts";

/** What is wrong with a spec's text, pasted or from the file `where`: nothing in it, too much for a prompt, or no text. */
export function specProblems(text: string, where = "spec"): Problem[] {
	if (text.trim() === "") {
		return [{ where, what: "the spec is empty", mend: "say in a few sentences what the product must do" }];
	}
	const bytes = new TextEncoder().encode(text).length;
	if (bytes > specLimitBytes) {
		const size = (bytes / 1024 / 1024).toFixed(1);
		return [
			{
				where,
				what: `the spec has ${size} MiB; at most 1 MiB fits`,
				mend: "keep the requirements in it and put data into files of a project folder",
			},
		];
	}
	if (text.includes("\0")) {
		return [{ where, what: "the spec isn't text (it holds NUL bytes)", mend: "give Markdown" }];
	}
	return [];
}
