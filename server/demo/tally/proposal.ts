import type { Answer } from "../steps.ts";

const count = "[...document.querySelectorAll('.count')].map((one) => Number(one.textContent))";
const sum = "Number(document.querySelector('#sum').value)";

/** What the planner reads out of the spec: the same data that a `fuseline.json` would hold. */
export const proposal: Answer = {
	phases: [
		{
			id: "count",
			title: "Counting",
			criteria: [
				{ id: "count.shown", statement: "Counters show their name, their strokes and their number." },
				{ id: "count.more", statement: "+ adds a stroke." },
				{ id: "count.less", statement: "− takes one off, never below none." },
				{ id: "count.sum", statement: "The sum of all counters is in sight and right." },
				{
					id: "plain-files",
					statement: "Plain HTML, CSS and ES modules served by node server.mjs; no packages.",
					kind: "constraint",
				},
			],
		},
		{
			id: "keep",
			title: "One's own, and kept",
			criteria: [
				{ id: "keep.add", statement: "A new counter can be added by its name." },
				{ id: "keep.reload", statement: "Everything is still there after a reload." },
			],
		},
	],
	serve: { run: "node server.mjs" },
	checks: [
		{ id: "unit", title: "The product's own tests", run: "node --test" },
		{
			id: "no-packages",
			title: "No packages",
			run: `node -e "const p = require('./package.json'); process.exit(p.dependencies || p.devDependencies ? 1 : 0)"`,
			criteria: ["plain-files"],
		},
	],
	probes: [
		{
			id: "counters",
			title: "Counters and their sum",
			timeoutSeconds: 60,
			criteria: ["count.shown", "count.sum"],
			steps: [
				{ do: "evaluate", name: "counts", expression: count, equals: [7, 2, 13] },
				{ do: "evaluate", name: "sum", expression: sum, equals: 22 },
				{
					do: "evaluate",
					name: "gates",
					expression: "document.querySelectorAll('.strokes path').length",
					equals: 22,
				},
			],
		},
		{
			id: "strokes",
			title: "Strokes more and less",
			timeoutSeconds: 60,
			criteria: ["count.more", "count.less"],
			steps: [
				{ do: "click", selector: "article:nth-child(1) .more" },
				{ do: "click", selector: "article:nth-child(1) .more" },
				{ do: "click", selector: "article:nth-child(1) .more" },
				{ do: "evaluate", name: "more", expression: `${count}[0]`, equals: 10 },
				{ do: "click", selector: "article:nth-child(2) .less" },
				{ do: "click", selector: "article:nth-child(2) .less" },
				{ do: "click", selector: "article:nth-child(2) .less" },
				{ do: "evaluate", name: "less", expression: `${count}[1]`, equals: 0 },
			],
		},
		{
			id: "narrow",
			title: "In a smaller window",
			viewport: { width: 1024, height: 600 },
			timeoutSeconds: 60,
			steps: [
				{
					do: "evaluate",
					name: "fits",
					expression: "document.documentElement.scrollWidth <= innerWidth",
					equals: true,
				},
			],
		},
		{
			id: "kept",
			title: "A counter of one's own, kept",
			required: false,
			timeoutSeconds: 60,
			criteria: ["keep.add", "keep.reload"],
			steps: [
				{ do: "evaluate", name: "offers-new", expression: "!!document.querySelector('#new')", equals: true },
				{ do: "fill", selector: "#name", text: "Magpies" },
				{ do: "press", selector: "#name", key: "Enter" },
				{ do: "click", selector: "article:nth-child(4) .more" },
				{ do: "evaluate", name: "added", expression: count, equals: [7, 2, 13, 1] },
				{ do: "goto", path: "/" },
				{ do: "evaluate", name: "after-reload", expression: count, equals: [7, 2, 13, 1] },
			],
		},
	],
};
