/** The smallest product with a page: a Node server without dependencies, a check, a probe, two criteria and a constraint. */
export const tinyServer = `import { createServer } from "node:http";
import { readFileSync } from "node:fs";
createServer((request, response) => {
	if (request.url === "/favicon.ico") { response.writeHead(204); response.end(); return; }
	response.setHeader("content-type", "text/html");
	response.end(readFileSync(new URL("./index.html", import.meta.url)));
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

export function tinyPage(title: string, count: number): string {
	return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p id="count">${count}</p></html>\n`;
}

export const tinyProject = {
	name: "tiny",
	phases: [
		{
			id: "first",
			title: "A page",
			criteria: [
				{ id: "page.title", statement: "The page shows its title." },
				{ id: "page.count", statement: "The page shows the count 3." },
				{ id: "no.network", statement: "Nothing is fetched from elsewhere.", kind: "constraint" },
			],
		},
	],
	serve: { run: "node server.mjs" },
	checks: [{ id: "syntax", run: "node --check server.mjs", criteria: ["page.title"] }],
	probes: [
		{
			id: "home",
			viewport: { width: 1280, height: 800 },
			steps: [
				{
					do: "evaluate",
					name: "title",
					expression: "document.querySelector('h1').textContent",
					equals: "Tiny",
				},
				{
					do: "evaluate",
					name: "count",
					expression: "document.querySelector('#count').textContent",
					equals: "3",
				},
			],
			criteria: ["page.title", "page.count"],
		},
	],
};

const plan = {
	objective: "A page with title and count.",
	phase: "first",
	tasks: [{ title: "Page", outcome: "The page shows title and count." }],
	acceptance: ["page.title", "page.count"],
	constraints: ["no.network"],
};

/** Entries of a scenario in which all roles do honest work; `count` is what the Developer writes in each loop. */
export function tinyEntries(count: (loop: number) => number, loops: number): unknown[] {
	const entries: unknown[] = [
		{ role: "planner", steps: [{ usage: { input: 100, output: 20 } }, { result: { json: plan } }] },
		{ role: "tester", steps: [{ usage: { input: 50, output: 10 } }, { result: { derive: tinyDerive } }] },
	];
	for (let loop = 1; loop <= loops; loop += 1) {
		entries.push({
			role: "developer",
			loop,
			steps: [
				{ write: { path: "server.mjs", content: tinyServer } },
				{ write: { path: "index.html", content: tinyPage("Tiny", count(loop)) } },
				{ run: { command: "node --check server.mjs" } },
				{ usage: { input: 200, cacheRead: 50, output: 80 } },
				{
					result: {
						json: {
							status: "pass",
							summary: `Loop ${loop}`,
							retests: [{ command: "node --check server.mjs", exitCode: 0 }],
						},
					},
				},
			],
		});
	}
	return entries;
}

export const tinyDerive = {
	summary: "Visited the page.",
	claims: [
		{ id: "page.title", statement: "The page shows its title.", records: ["probe:home:title"] },
		{
			id: "page.count",
			statement: "The page shows the count 3.",
			records: ["probe:home:count"],
			finding: { id: "tiny.count", title: "The count is wrong", severity: "major" },
		},
		{ id: "no.network", statement: "Nothing is fetched from elsewhere.", records: ["check:syntax"] },
	],
};
