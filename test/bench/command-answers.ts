const plan = {
	objective: "One more line.",
	phase: "first",
	tasks: [{ title: "Line", outcome: "The file has one more line." }],
	acceptance: ["line.there"],
};
const report = {
	status: "blocked",
	summary: "Nothing was tried.",
	claims: [{ id: "line.there", statement: "The file has a line.", assessment: "unproven" }],
};

/** What each role of `answering` delivers, as files of the seed. */
export const answers: Record<string, string> = {
	"answers/planner.json": JSON.stringify(plan),
	"answers/developer.json": JSON.stringify({ status: "pass", summary: "One more line." }),
	"answers/tester.json": JSON.stringify(report),
};

/** Gives a fixed answer; the Developer writes one file too. */
export const answering =
	'cp "answers/$FUSELINE_ROLE.json" "$FUSELINE_OUTBOX/result.json"; [ "$FUSELINE_ROLE" != developer ] || echo "$FUSELINE_LOOP" > line.txt';

/** A criterion for the plan to aim at. */
export const oneCriterion = {
	checks: [{ id: "nothing", run: "true" }],
	phases: [
		{
			id: "first",
			title: "A line",
			criteria: [{ id: "line.there", statement: "The file has a line." }],
		},
	],
};
