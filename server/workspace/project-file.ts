import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { closest } from "../domain/closest.ts";
import type { Problem } from "../domain/errors.ts";
import { knownKeys } from "../domain/known-keys.ts";
import { type ProjectConfig, projectConfigSchema } from "../domain/project-config.ts";

const file = "fuseline.json";

/** Reads the text of a `fuseline.json`. Every problem has the line (1-based) on which it is to be mended. */
export function parseProjectFile(text: string): { project: ProjectConfig | null; problems: Problem[] } {
	const errors: ParseError[] = [];
	const source = text.replace(/^\uFEFF/, " ");
	const root = parseTree(source, errors, { allowTrailingComma: false, disallowComments: false });
	if (errors.length > 0 || root === undefined) {
		const problems = errors.slice(0, 5).map((error) => ({
			where: `${file}:${lineAt(source, error.offset)}`,
			what: `isn't JSON: ${sentenceOf(error)}`,
			line: lineAt(source, error.offset),
		}));
		return {
			project: null,
			problems:
				problems.length > 0
					? problems
					: [{ where: `${file}:1`, what: "is empty", mend: "write {} or delete the file", line: 1 }],
		};
	}
	const problems = duplicateKeys(root, source);
	const checked = validateProject(dataOf(root));
	for (const problem of checked.problems) {
		const line = lineAt(source, nodeFor(root, problem.path)?.offset ?? 0);
		const mend = problem.mend === undefined ? {} : { mend: problem.mend };
		problems.push({ where: `${file}:${line}`, what: problem.what, ...mend, line });
	}
	problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
	return { project: problems.length === 0 ? checked.project : null, problems };
}

/** Checks a configuration that is already data (from the form). `path` says where in it. */
export function validateProject(json: unknown): {
	project: ProjectConfig | null;
	problems: (Problem & { path: PropertyKey[] })[];
} {
	const parsed = projectConfigSchema.safeParse(json);
	if (parsed.success) return { project: parsed.data, problems: [] };
	const problems = parsed.error.issues.flatMap((issue) => {
		const where = readable(issue.path);
		if (issue.code === "unrecognized_keys") {
			const known = knownKeys(projectConfigSchema, issue.path);
			return issue.keys.map((key) => {
				const near = closest(key, known);
				return {
					where: readable([...issue.path, key]),
					what: `${readable([...issue.path, key])}: there is no such setting`,
					mend: near === null ? `known here: ${known.join(", ")}` : `did you mean "${near}"?`,
					path: [...issue.path, key],
				};
			});
		}
		return [{ where, what: `${where}: ${issue.message}`, path: [...issue.path] }];
	});
	return { project: null, problems };
}

function readable(path: readonly PropertyKey[]): string {
	const text = path
		.map((part, index) =>
			typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`,
		)
		.join("");
	return text === "" ? "the whole file" : text;
}

/** The node of a path; where something is missing, the nearest one around it. An unknown key is found at its name. */
function nodeFor(root: Node, path: PropertyKey[]): Node | undefined {
	for (let length = path.length; length >= 0; length--) {
		const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
		if (node) return node.parent?.type === "property" ? node.parent : node;
	}
	return root;
}

function duplicateKeys(node: Node, source: string): Problem[] {
	const problems: Problem[] = [];
	if (node.type === "object") {
		const seen = new Set<string>();
		for (const property of node.children ?? []) {
			const key = property.children?.[0]?.value as string;
			if (seen.has(key)) {
				const line = lineAt(source, property.offset);
				problems.push({ where: `${file}:${line}`, what: `"${key}" stands here a second time`, line });
			}
			seen.add(key);
		}
	}
	for (const child of node.children ?? []) problems.push(...duplicateKeys(child, source));
	return problems;
}

/** Plain data; `__proto__` is an ordinary key here, which the schema then refuses. */
function dataOf(node: Node): unknown {
	if (node.type === "array") return (node.children ?? []).map(dataOf);
	if (node.type !== "object") return node.value;
	return Object.fromEntries(
		(node.children ?? []).map((property) => [
			property.children?.[0]?.value as string,
			property.children?.[1] ? dataOf(property.children[1]) : undefined,
		]),
	);
}

function lineAt(text: string, offset: number): number {
	let line = 1;
	for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
	return line;
}

function sentenceOf(error: ParseError): string {
	const words = printParseErrorCode(error.error).replace(/([a-z])([A-Z])/g, "$1 $2");
	return words.toLowerCase();
}
