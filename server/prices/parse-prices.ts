import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Problem } from "../domain/errors.ts";
import { type PriceTable, priceTableSchema } from "../domain/prices.ts";

/** Reads the text of a `prices.json`. Every problem names the line (1-based) on which it is to be mended. */
export function parsePrices(text: string): { table: PriceTable | null; problems: Problem[] } {
	const errors: ParseError[] = [];
	const source = text.replace(/^\uFEFF/, " ");
	const root = parseTree(source, errors, { allowTrailingComma: false, disallowComments: true });
	const at = (offset: number) => {
		const line = source.slice(0, offset).split("\n").length;
		return { where: `prices.json:${line}`, line };
	};
	if (root === undefined || errors.length > 0) {
		const [first] = errors;
		const what =
			source.trim() === ""
				? "is empty"
				: first
					? `isn't JSON: ${printParseErrorCode(first.error)
							.replace(/([A-Z])/g, " $1")
							.toLowerCase()
							.trim()}`
					: "is empty";
		const mend = "mend the line, or move the file away to use the bundled prices alone";
		return { table: null, problems: [{ ...at(first?.offset ?? 0), what, mend }] };
	}
	const parsed = priceTableSchema.safeParse(JSON.parse(source));
	if (parsed.success) return { table: parsed.data, problems: [] };
	const problems = parsed.error.issues.map((issue) => {
		const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] as string] : issue.path;
		const named = path.map(String).join(" › ");
		return {
			...at(nodeAt(root, path)?.offset ?? 0),
			what: `${named === "" ? "the file" : named}: ${wordsOf(issue)}`,
			mend: 'US dollars per 1,000,000 tokens, e.g. "my-model": { "input": 1, "output": 4 }',
		};
	});
	return { table: null, problems };
}

function wordsOf(issue: { code: string; message: string }): string {
	return issue.code === "unrecognized_keys" ? "there is no such setting" : issue.message;
}

/** The node of a path; where something is missing, the nearest one around it. */
function nodeAt(root: Node, path: readonly PropertyKey[]): Node | undefined {
	for (let length = path.length; length >= 0; length--) {
		const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
		if (node) return node.parent?.type === "property" ? node.parent : node;
	}
	return root;
}
