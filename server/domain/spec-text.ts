import type { Problem } from "./errors.ts";
import { specLimitBytes } from "./project-config.ts";

/** What is wrong with a spec's text: nothing in it, or more than a prompt can carry. */
export function specProblems(text: string): Problem[] {
	if (text.trim() === "") {
		return [
			{ where: "spec", what: "the spec is empty", mend: "say in a few sentences what the product must do" },
		];
	}
	const bytes = new TextEncoder().encode(text).length;
	if (bytes > specLimitBytes) {
		const size = (bytes / 1024 / 1024).toFixed(1);
		return [
			{
				where: "spec",
				what: `the spec has ${size} MiB; at most 1 MiB fits`,
				mend: "keep the requirements in it and put data into files of a project folder",
			},
		];
	}
	return [];
}
