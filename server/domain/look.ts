import { z } from "zod";

/*
 * What a tester may ask of the browser that the runtime drives for it (design §5.3, origin `mediated`). Requests and
 * answers go over a socket as one line of JSON each; nothing else is understood there.
 */

const selector = z
	.string()
	.min(1)
	.max(2000)
	.describe(
		'CSS, `text=Save`, `role=button[name="Save"]`, or `aria-ref=e5` from the last `state`; the first match counts',
	);
const expression = z.string().min(1).max(16_000);

/** Arguments by verb: schemas of the MCP tools, and of what the socket takes. */
export const lookArguments = {
	goto: z.strictObject({
		path: z.string().min(1).max(4000).describe("path of the product, e.g. `/` or `/board?x=1`"),
	}),
	click: z.strictObject({ selector }),
	type: z.strictObject({
		selector,
		text: z.string().max(16_000).describe("replaces what the field holds; of a select: the option"),
	}),
	press: z.strictObject({
		key: z.string().min(1).max(100).describe("e.g. `Enter`, `ArrowLeft`, `a`, `Control+z`"),
		selector: selector.optional(),
	}),
	wait: z
		.strictObject({
			selector: selector.optional().describe("until this is visible"),
			expression: expression.optional().describe("until this JavaScript is true"),
			milliseconds: z.number().int().min(0).max(20_000).optional(),
		})
		.refine((wait) => Object.values(wait).some((value) => value !== undefined), "say what to wait for"),
	screenshot: z.strictObject({
		name: z
			.string()
			.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, "letters, digits and . _ - only, at most 80")
			.describe("short name of the picture"),
	}),
	console: z.strictObject({}),
	state: z.strictObject({
		expression: expression
			.optional()
			.describe("JavaScript evaluated in the page; without: roles, names and text"),
	}),
	reload: z.strictObject({}),
	back: z.strictObject({}),
	viewport: z.strictObject({
		width: z.number().int().min(200).max(3840),
		height: z.number().int().min(200).max(2160),
	}),
} as const;

export type LookVerb = keyof typeof lookArguments;
export const lookVerbs = Object.keys(lookArguments) as LookVerb[];
export type LookRequest = {
	[Verb in LookVerb]: { verb: Verb } & z.infer<(typeof lookArguments)[Verb]>;
}[LookVerb];

/** The answer to one request, as it goes back over the socket. */
export interface LookAnswer {
	/** the verb was done; false also where nothing was done at all (no `ref` then) */
	ok: boolean;
	/** the record that the call became, to be cited; null: refused, so nothing was done and nothing is recorded */
	ref: string | null;
	/** some lines for the tester */
	text: string;
	/** base64 of a PNG */
	picture: string | null;
}

/** What one tester may ask for in one examination, and what a request may weigh. */
export const lookLimits = {
	calls: 500,
	pictureBytes: 64 * 1024 * 1024,
	requestBytes: 64 * 1024,
	connections: 16,
	waiting: 32,
} as const;

/** Reads one line of the socket. The problem is a sentence for the tester. */
export function parseLookRequest(
	line: string,
): { ok: true; request: LookRequest } | { ok: false; problem: string } {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { ok: false, problem: "not a request: one line of JSON is expected" };
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		return { ok: false, problem: "not a request: a JSON object is expected" };
	}
	const { verb, ...rest } = value as Record<string, unknown>;
	if (typeof verb !== "string" || !Object.hasOwn(lookArguments, verb)) {
		return { ok: false, problem: `no such verb; there are ${lookVerbs.join(", ")}` };
	}
	const parsed = lookArguments[verb as LookVerb].safeParse(rest);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		const where = issue?.path.join(".") ?? "";
		return { ok: false, problem: `${verb}: ${where === "" ? "" : `${where}: `}${issue?.message ?? "wrong"}` };
	}
	return { ok: true, request: { verb, ...parsed.data } as LookRequest };
}

/** `click #play` as verb and argument: how a call is named in records and lists. */
export function lookArgument(request: LookRequest): string {
	switch (request.verb) {
		case "goto":
			return request.path;
		case "click":
			return request.selector;
		case "type":
			return `${request.selector} ${JSON.stringify(request.text)}`;
		case "press":
			return request.selector === undefined ? request.key : `${request.key} on ${request.selector}`;
		case "wait":
			return [
				request.selector,
				request.expression,
				request.milliseconds === undefined ? undefined : `${request.milliseconds} ms`,
			]
				.filter((part) => part !== undefined)
				.join(", ");
		case "screenshot":
			return request.name;
		case "state":
			return request.expression ?? "";
		case "viewport":
			return `${request.width}×${request.height}`;
		case "console":
		case "reload":
		case "back":
			return "";
	}
}
