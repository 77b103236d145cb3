import { config, plan } from "./project.ts";

/** What became of a run, in the words in which a case says what it expects. */
export interface Became {
	/** outcome and kind of the first call: `failed/auth`, `completed`, `interrupted` */
	first: string;
	/** what the run did about it */
	reaction: string;
}

export interface FailureCase {
	name: string;
	/** turns of the developer's model; `good` is appended where the model gets well again by itself */
	turns: Record<string, unknown>[];
	thenGood: boolean;
	/** done while the run is at work */
	act?: "resume-when-waiting" | "SIGTERM" | "SIGKILL" | "stop";
	/** the CLI stays after its last word: a wrapper around the real program does that */
	lingers?: boolean;
	protocol?: "hoh";
	expected: Became | Became[] | ((id: string) => Became[]);
}

const forever = { times: 9999 };
/** How the ChatGPT backend says that a plan is used up; cases begin within minutes of this. */
const resets = {
	type: "usage_limit_reached",
	plan_type: "plus",
	get resets_at() {
		return Math.floor(Date.now() / 1000) + 133 * 60;
	},
};
/** An unusual number, so that the very process is found again; Claude Code refuses a plain long `sleep`. */
export const longCommand = (mark: string) => `perl -e 'sleep 600' ${mark}`;
const inTool = [{ shell: longCommand("{{outbox}}") }];
const hung: Became = { first: "failed/harness", reaction: "tried again, then ended failed" };
const asksFor = (kind: string): Became => ({ first: `failed/${kind}`, reaction: "asks" });
const works: Became = { first: "completed", reaction: "candidate frozen" };
const retried = (first: string): Became => ({ first, reaction: "tried again, candidate frozen" });

export const failureCases: FailureCase[] = [
	{
		name: "401",
		turns: [{ status: 401, error: "Incorrect API key provided", ...forever }],
		thenGood: false,
		expected: asksFor("auth"),
	},
	{
		name: "429 once",
		turns: [{ status: 429, error: "Rate limit reached", headers: { "retry-after": "1" } }],
		thenGood: true,
		expected: works,
	},
	{
		name: "429 with a reset time",
		turns: [
			{
				status: 429,
				error: "You've hit your usage limit. Try again in 2 hours 13 minutes.",
				// Codex reads the time from here and tells it as a time of the day
				details: resets,
				headers: { "retry-after": "1" },
				...forever,
			},
		],
		thenGood: false,
		act: "resume-when-waiting",
		expected: ["2:12", "2:13"].map((span) => ({
			first: "failed/quota",
			reaction: `waits until +${span}, resumed, candidate frozen`,
		})),
	},
	{
		name: "500 for ever",
		turns: [{ status: 500, error: "The server had an error", ...forever }],
		thenGood: false,
		// OpenCode tries on in silence with growing pauses: it gives up after two minutes, and an outage is waited out call by
		// call; or the watchdog takes it for hung
		expected: (id) =>
			id === "opencode"
				? [hung, { first: "failed/transport", reaction: "still trying" }, asksFor("transport")]
				: [asksFor("transport")],
	},
	{
		name: "no answer",
		turns: [{ hang: "connect", ...forever }],
		thenGood: false,
		// Claude Code gives up by itself after its time limit; whether three times fit into a minute hangs on the machine
		expected: (id) =>
			id === "claude-code"
				? [asksFor("transport"), { first: "failed/transport", reaction: "still trying" }]
				: [hung],
	},
	{
		name: "stall in mid-stream",
		turns: [{ hang: "stream", text: "I begin", ...forever }],
		thenGood: false,
		expected: () => [hung, asksFor("transport"), { first: "failed/transport", reaction: "still trying" }],
	},
	{
		name: "context too long",
		turns: [
			{
				status: 400,
				error:
					"This model's maximum context length is 200000 tokens. However, your messages resulted in 250000 tokens.",
				...forever,
			},
		],
		thenGood: false,
		// OpenCode compacts without end: the third time is taken for its last word
		expected: { first: "failed/harness", reaction: "ended failed" },
	},
	{
		name: "socket cut",
		turns: [{ disconnect: true, text: "I begin" }],
		thenGood: true,
		expected: () => [works, retried("failed/transport")],
	},
	{
		name: "schema violated",
		turns: [],
		thenGood: true,
		protocol: "hoh",
		// Claude Code reminds its model by itself, in the same call
		expected: (id) =>
			id === "claude-code" ? [works] : [{ first: "completed", reaction: "corrected, candidate frozen" }],
	},
	{
		name: "refused permission",
		turns: [{ shell: "touch /usr/refused && echo written" }],
		thenGood: true,
		expected: works,
	},
	{ name: "tool failing", turns: [{ shell: "exit 3" }], thenGood: true, expected: works },
	{ name: "SIGTERM", turns: inTool, thenGood: true, act: "SIGTERM", expected: retried("interrupted") },
	{ name: "SIGKILL", turns: inTool, thenGood: true, act: "SIGKILL", expected: retried("interrupted") },
	{ name: "result then hang", turns: [], thenGood: true, lingers: true, expected: works },
	{
		name: "stop in a tool call",
		turns: inTool,
		thenGood: false,
		act: "stop",
		expected: { first: "interrupted", reaction: "ended stopped" },
	},
];

const report = { status: "pass", summary: "written", tasks: [], fixed: [], baseline: [], retests: [] };
/** A developer's good turns. */
export const good = [
	{ write: { path: "{{workspace}}/notes/one.txt", content: "one\n" } },
	{ shell: `cat > "{{outbox}}/result.json" <<'END'\n${JSON.stringify(report)}\nEND` },
	{ text: "Done." },
];

/** Lanes of a case: the developer's, and where there is a planner, one that answers with prose at first. */
export function lanesOf(testCase: FailureCase) {
	const tester = { status: "pass", summary: "looked", claims: [], findings: [], issues: [] };
	return {
		planner: { turns: [{ text: "I would write a note." }, { json: plan("one", "two") }] },
		developer: { turns: [...testCase.turns, ...(testCase.thenGood ? good : [])] },
		tester: { turns: [{ json: tester }] },
	};
}

/** Short watchdogs, so that what hangs is over soon. OpenCode takes half a minute to start on a busy machine. */
export function projectFor(id: string, busy: number) {
	const slow = id === "opencode" ? 3 : 1;
	return { ...config, budgets: { idleMinutes: 0.4 * slow * busy, invocationMinutes: 1.5 * slow * busy } };
}
