import type { DerivedClaimInput } from "../../harnesses/scripted/scenario.ts";

/** The records that speak for or against each criterion that the planner proposes. */
export const claims: DerivedClaimInput[] = [
	{
		id: "count.shown",
		statement: "Counters show their name, their strokes and their number.",
		records: ["probe:counters:counts", "probe:counters:gates"],
		observedPass: "Three counters: 7, 2 and 13, with as many strokes.",
	},
	{
		id: "count.more",
		statement: "+ adds a stroke.",
		records: ["probe:strokes:more"],
		observedPass: "Three taps: 7 becomes 10.",
	},
	{
		id: "count.less",
		statement: "− takes one off, never below none.",
		records: ["probe:strokes:less"],
		observedPass: "Three taps on 2 leave 0.",
	},
	{
		id: "count.sum",
		statement: "The sum of all counters is in sight and right.",
		records: ["probe:counters:sum"],
		observedPass: "22.",
	},
	{
		id: "keep.add",
		statement: "A new counter can be added by its name.",
		records: ["probe:kept:offers-new", "probe:kept:added"],
		observedPass: "Magpies, with one stroke.",
	},
	{
		id: "keep.reload",
		statement: "Everything is still there after a reload.",
		records: ["probe:kept:after-reload"],
		observedPass: "The same four counters on a page loaded anew.",
	},
	{
		id: "plain-files",
		statement: "Plain HTML, CSS and ES modules served by node server.mjs; no packages.",
		records: ["check:no-packages", "probe:counters"],
		observedPass: "Served by itself, no package named.",
	},
	{ id: "acceptance", records: ["probe:{id}*", "check:{id}*"] },
	{ id: "preserved", records: ["probe:{id}*", "check:{id}*"] },
];
