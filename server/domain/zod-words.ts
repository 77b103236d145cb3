import { z } from "zod";

type Raw = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>["customError"]>>[0];

const nouns: Record<string, string> = {
	string: "text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "an object with settings",
	record: "an object with settings",
	null: "nothing",
	undefined: "nothing",
};

/** What a value is, in the words of people. */
function kindOf(value: unknown): string {
	if (value === null) return "null";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "number") return Number.isInteger(value) ? "a number" : `${value}`;
	return typeof value === "object" ? "an object" : (nouns[typeof value] ?? typeof value);
}

/** A length or a size as a demand: `at least 1 character`, `at most 3 entries`, `more than 0`. */
function bound(issue: Raw & { code: "too_small" | "too_big" }): string {
	const low = issue.code === "too_small";
	const limit = Number(low ? issue.minimum : issue.maximum);
	const unit = issue.origin === "string" ? "character" : issue.origin === "array" ? "entry" : null;
	if (unit === null) {
		if (issue.inclusive === false) return `must be ${low ? "more" : "less"} than ${limit}`;
		return `must be ${low ? "at least" : "at most"} ${limit}`;
	}
	if (low && limit === 1) return "must not be empty";
	const many = unit === "entry" ? "entries" : "characters";
	return `must have ${low ? "at least" : "at most"} ${limit} ${limit === 1 ? unit : many}`;
}

/** A sentence for people about what a schema refused; undefined where zod's own is as good. */
export function wordsOf(issue: Raw): string | undefined {
	switch (issue.code) {
		case "invalid_type": {
			const wanted = nouns[issue.expected] ?? `of the kind ${issue.expected}`;
			if (issue.input === undefined) return `is missing: it must be ${wanted}`;
			return `must be ${wanted}, not ${kindOf(issue.input)}`;
		}
		case "too_small":
		case "too_big":
			return bound(issue as Raw & { code: "too_small" | "too_big" });
		case "invalid_value": {
			const values = issue.values.map((value) => JSON.stringify(value));
			return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
		}
		case "unrecognized_keys":
			return `there is no such setting: ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
		case "invalid_format":
			return issue.format === "starts_with" ? `must begin with "${issue.prefix}"` : undefined;
		case "not_multiple_of":
			return `must be a multiple of ${issue.divisor}`;
		default:
			return undefined;
	}
}

// words that a schema gives itself come first; these stand in for zod's own everywhere
z.config({ customError: wordsOf });
