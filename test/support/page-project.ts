import { tinyPage } from "./tiny-project.ts";

/** A product that is judged by checks alone: no server, no browser, so that a loop takes a second. */
export const pageProject = {
	name: "page",
	phases: [
		{
			id: "first",
			title: "A page",
			criteria: [
				{ id: "page.title", statement: "The page has its title." },
				{ id: "page.count", statement: "The page shows the count 3." },
				{ id: "no.network", statement: "Nothing is fetched from elsewhere.", kind: "constraint" },
			],
		},
	],
	checks: [
		{ id: "title", run: "grep -q '<h1>Tiny</h1>' index.html" },
		{ id: "count", run: "grep -q '>3<' index.html", required: false },
		{ id: "offline", run: "! grep -q 'https:' index.html" },
	],
};

export const pagePlan = {
	objective: "A page with title and count.",
	phase: "first",
	tasks: [{ title: "Page", outcome: "The page shows title and count." }],
	acceptance: ["page.title", "page.count"],
	constraints: ["no.network"],
};

export const pageDerive = {
	summary: "Read the checks.",
	claims: [
		{ id: "page.title", statement: "The page has its title.", records: ["check:title"] },
		{
			id: "page.count",
			statement: "The page shows the count 3.",
			records: ["check:count"],
			finding: { id: "page.count-wrong", title: "The count is wrong", severity: "major" },
		},
		{ id: "no.network", statement: "Nothing is fetched from elsewhere.", records: ["check:offline"] },
	],
};

export const planner = (plan: unknown = pagePlan) => ({
	role: "planner",
	steps: [{ usage: { input: 100, output: 20 } }, { result: { json: plan } }],
});

export const tester = (steps: unknown[] = [{ result: { derive: pageDerive } }]) => ({
	role: "tester",
	steps,
});

export function developer(
	loop: number | "*",
	count: number,
	more: { before?: unknown[]; report?: object } = {},
) {
	return {
		role: "developer",
		loop,
		steps: [
			{ write: { path: "index.html", content: tinyPage("Tiny", count) } },
			...(more.before ?? []),
			{ usage: { input: 200, output: 80 } },
			{ result: { json: { status: "pass", summary: "done", ...more.report } } },
		],
	};
}

/** A claim as a tester reports it: verified, with these records. */
export const verified = (id: string, records: string[]) => ({
	id,
	statement: id,
	assessment: "verified",
	records,
});
