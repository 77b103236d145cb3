import type { ScenarioInput } from "../../harnesses/scripted/scenario.ts";
import { attempt, copy, type Entry, final, rest, run, say, usage } from "../steps.ts";
import { claims } from "./claims.ts";
import { proposal } from "./proposal.ts";

const constraints = ["plain-files"];

const planners: Entry[] = [
	{
		role: "planner",
		loop: 1,
		steps: [
			say("There is one page of spec and nothing else: I draw criteria, server, checks and probes from it."),
			rest(300),
			usage(3100, 8200, 4200, 2900, 900),
			{
				result: {
					json: {
						objective: "Counting as on paper: three counters with strokes, plus, minus and the sum.",
						phase: "count",
						tasks: [
							{ title: "Server and page", outcome: "node server.mjs serves the counters.", targets: [] },
							{ title: "Strokes", outcome: "Plus and minus change strokes, number and sum.", targets: [] },
						],
						acceptance: ["count.shown", "count.more", "count.less", "count.sum", ...constraints],
						constraints,
						allowedPaths: ["server.mjs", "package.json", "public", "test"],
						proposal,
					},
				},
			},
			final("Criteria, server, checks and probes are proposed; the first increment is counting."),
		],
	},
	{
		role: "planner",
		loop: 2,
		steps: [
			say("Counting is verified. What is left of the page: counters of one's own, and memory."),
			rest(300),
			usage(3600, 10_400, 1800, 1500, 500),
			{
				result: {
					json: {
						objective: "Add counters by name, and remember everything on this device.",
						phase: "keep",
						tasks: [
							{ title: "New counter", outcome: "A name makes a new counter.", targets: [] },
							{ title: "Memory", outcome: "Counters are the same after a reload.", targets: [] },
						],
						acceptance: ["keep.add", "keep.reload"],
						constraints,
						allowedPaths: ["public", "test"],
					},
				},
			},
			final("Counters of one's own, and memory."),
		],
	},
	{
		role: "planner",
		steps: [
			say("The page of spec is fulfilled. One more look, written down."),
			usage(3800, 11_000, 0, 700, 200),
			{
				result: {
					json: {
						objective: "Prove the product once more and note it in the log book.",
						phase: "keep",
						tasks: [{ title: "Log book", outcome: "NOTES.md has a line for this look.", targets: [] }],
						acceptance: ["keep.add", "keep.reload"],
						constraints,
						allowedPaths: ["NOTES.md"],
					},
				},
			},
			final("Nothing new is asked for."),
		],
	},
];

function built(loop: string, summary: string, titles: string[]): Entry["steps"] {
	return [
		copy(loop),
		rest(300),
		run("node --test"),
		usage(9200, 52_000, 8100, 5400, 1500),
		{
			result: {
				json: {
					status: "pass",
					summary,
					tasks: titles.map((title) => ({ title, done: true })),
					retests: [{ command: "node --test", exitCode: 0 }],
				},
			},
		},
		final(summary),
	];
}

const developers: Entry[] = [
	{
		role: "developer",
		loop: 1,
		steps: built("01", "Three counters in strokes, with their sum.", ["Server and page", "Strokes"]),
	},
	{
		role: "developer",
		loop: 2,
		steps: built("02", "Counters by name, and a memory that survives a reload.", ["New counter", "Memory"]),
	},
	{
		role: "developer",
		steps: [
			run("node --test"),
			run("echo '- looked through once more: all tests pass' >> NOTES.md"),
			usage(4100, 40_000, 0, 400, 100),
			{
				result: {
					json: {
						status: "pass",
						summary: "Noted in the log book.",
						tasks: [{ title: "Log book", done: true }],
					},
				},
			},
			final("Noted."),
		],
	},
];

const tester: Entry = {
	role: "tester",
	steps: [
		say("I count along with the probes and compare."),
		{ look: { path: "/", contains: "Tally" } },
		attempt("node --test"),
		rest(300),
		usage(6400, 24_000, 3900, 2100, 700),
		{
			result: {
				derive: {
					summary: "Examined claim by claim against what the runtime recorded.",
					claims,
					scope: "due",
				},
			},
		},
		final("Examined claim by claim."),
	],
};

/** Two loops from a page of spec alone; the planner's first document proposes everything that a project file would say. */
export const scenario: ScenarioInput = {
	id: "tally",
	title: "Tally",
	entries: [...planners, ...developers, tester],
};
