import { tinyServer } from "./tiny-project.ts";

/** A page that has to be used to be judged: a button that counts, a field, a line on the console at each press. */
export const counterPage = `<!doctype html><html lang="en"><title>Counter</title><h1>Counter</h1>
<p id="count">0</p><button id="add">Add one</button><label>Name <input id="name"></label>
<script>
const count = document.querySelector("#count");
document.querySelector("#add").onclick = () => {
	count.textContent = String(Number(count.textContent) + 1);
	if (count.textContent === "2") console.error("two is too many");
};
</script></html>
`;

export const counterProject = {
	name: "counter",
	phases: [
		{
			id: "first",
			title: "A counter",
			criteria: [
				{ id: "count.adds", statement: "A press adds one." },
				{ id: "count.shown", statement: "The count is shown." },
				{ id: "count.kept", statement: "The count survives a reload." },
			],
		},
	],
	serve: { run: "node server.mjs" },
	checks: [{ id: "syntax", run: "node --check server.mjs" }],
};

const plan = {
	objective: "A counter.",
	phase: "first",
	tasks: [{ title: "Counter", outcome: "A press adds one." }],
	acceptance: ["count.adds", "count.shown", "count.kept"],
	constraints: [],
};

/** A scenario in which the tester does `testing`; planner and developer first do what is asked of them. */
export function counterScenario(
	testing: unknown[],
	before: { planner?: unknown[]; developer?: unknown[] } = {},
): { id: string; entries: unknown[] } {
	return {
		id: "counter",
		entries: [
			{ role: "planner", steps: [...(before.planner ?? []), { result: { json: plan } }] },
			{
				role: "developer",
				steps: [
					...(before.developer ?? []),
					{ write: { path: "server.mjs", content: tinyServer } },
					{ write: { path: "index.html", content: counterPage } },
					{ result: { json: { status: "pass", summary: "done" } } },
				],
			},
			{ role: "tester", steps: testing },
		],
	};
}
