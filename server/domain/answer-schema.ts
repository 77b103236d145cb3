import { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";
import { type DeveloperReport, developerReportSchema } from "./developer-report.ts";
import { type DevelopmentDocument, developmentDocumentSchema } from "./development-document.ts";
import { problemsOf } from "./errors.ts";
import { type EvidenceReport, evidenceReportSchema } from "./evidence.ts";
import type { Purpose } from "./protocol.ts";

export interface Answers {
	plan: DevelopmentDocument;
	develop: DeveloperReport;
	test: EvidenceReport;
}

const schemas = {
	plan: developmentDocumentSchema,
	develop: developerReportSchema,
	test: evidenceReportSchema,
} as const satisfies { [P in Purpose]: z.ZodType<Answers[P]> };

/** What a role must deliver: the zod schema, and the JSON Schema of it that goes into the prompt and to the CLI. */
export function answerSchema<P extends Purpose>(purpose: P): { schema: (typeof schemas)[P]; json: unknown } {
	const schema = schemas[purpose];
	// `input`: what has a default may be left out by the role
	return { schema, json: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) };
}

/** More text than this is no answer, whatever it says. */
const limitCharacters = 4_000_000;
/** So many problems are enough for one correction. */
const limitProblems = 20;

/**
 * Reads a role's answer. One code fence around the JSON is forgiven, prose around it is not: guessing which of two
 * objects was meant would put words into a role's mouth. Problems are sentences that the correction quotes.
 */
export function readAnswer<P extends Purpose>(
	purpose: P,
	text: string,
): { ok: true; value: Answers[P] } | { ok: false; problems: string[] } {
	if (text.length > limitCharacters)
		return refuse([`the answer is longer than ${limitCharacters} characters`]);
	const body = withoutFence(text.replace(/^\uFEFF/, "").trim());
	if (body === "") return refuse(["the answer is empty; one JSON object is expected"]);
	let value: unknown;
	try {
		value = JSON.parse(body);
		canonicalJson(value);
	} catch (error) {
		return refuse([`the answer is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
	}
	const parsed = schemas[purpose].safeParse(value);
	if (!parsed.success) {
		return refuse(problemsOf(parsed.error.issues).map((problem) => `${problem.where}: ${problem.what}`));
	}
	const doubled = purpose === "test" ? doubledIds(parsed.data as EvidenceReport) : [];
	if (doubled.length > 0) return refuse(doubled);
	return { ok: true, value: parsed.data as Answers[P] };
}

function withoutFence(text: string): string {
	const match = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(text);
	return match ? (match[2] as string).trim() : text;
}

function doubledIds(report: EvidenceReport): string[] {
	return (["claims", "findings", "issues"] as const).flatMap((list) => {
		const ids = report[list].map((item) => item.id);
		const doubled = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
		return doubled.map((id) => `${list}: the id "${id}" is used twice; say each thing once`);
	});
}

function refuse(problems: string[]): { ok: false; problems: string[] } {
	const more = problems.length - limitProblems;
	return {
		ok: false,
		problems: more > 0 ? [...problems.slice(0, limitProblems), `and ${more} more`] : problems,
	};
}
