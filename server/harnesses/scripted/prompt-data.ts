import { z } from "zod";

/**
 * The data block that every prompt ends with (a fence of `json fuseline`), read leniently: a missing list is empty.
 * Role, loop, attempt, outbox and the like come with the call; the block adds what only the prompt knows.
 */
const preserved = z.union([
	z.string().transform((claim) => ({ claim, statement: claim })),
	z.looseObject({ claim: z.string(), statement: z.string().default("") }),
]);
const issue = z.union([
	z.string().transform((key) => ({ key, claim: null, status: "open", title: key })),
	z.looseObject({
		key: z.string(),
		claim: z.string().nullable().default(null),
		status: z.string().default("open"),
		title: z.string().default(""),
	}),
]);
const record = z.looseObject({
	ref: z.string(),
	passed: z.boolean().nullable().default(null),
	observation: z.string().default(""),
	title: z.string().default(""),
});

const blockSchema = z.looseObject({
	acceptance: z.array(z.string()).nullish(),
	preserved: z.array(preserved).nullish(),
	issues: z.array(issue).nullish(),
	ledger: z.array(issue).nullish(),
	records: z.array(record).nullish(),
});

export interface PromptData {
	acceptance: string[];
	preserved: { claim: string; statement: string }[];
	issues: { key: string; claim: string | null; status: string; title: string }[];
	records: { ref: string; passed: boolean | null; observation: string; title: string }[];
	[more: string]: unknown;
}

const opening = /^```json fuseline[^\n]*\n/gm;

/**
 * Data of the last such fence in a prompt: what a spec or a record quotes stands before it. `problem` says why there is
 * none.
 */
export function readPromptData(prompt: string): { data: PromptData; problem: string | null } {
	const empty: PromptData = { acceptance: [], preserved: [], issues: [], records: [] };
	const last = [...prompt.matchAll(opening)].at(-1);
	if (last === undefined) return { data: empty, problem: "the prompt has no ```json fuseline block" };
	const block = prompt.slice(last.index + last[0].length).split("\n```")[0] as string;
	let value: unknown;
	try {
		value = JSON.parse(block);
	} catch (error) {
		return { data: empty, problem: `the prompt's fuseline block is not JSON: ${(error as Error).message}` };
	}
	const parsed = blockSchema.safeParse(value);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		return {
			data: empty,
			problem: `the prompt's fuseline block: ${issue?.path.join(".")}: ${issue?.message}`,
		};
	}
	return {
		data: {
			...parsed.data,
			acceptance: parsed.data.acceptance ?? [],
			preserved: parsed.data.preserved ?? [],
			issues: parsed.data.issues ?? parsed.data.ledger ?? [],
			records: parsed.data.records ?? [],
		},
		problem: null,
	};
}
