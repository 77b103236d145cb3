import { attempt, type Entry, final, rest, say, usage } from "../../steps.ts";
import { claims } from "./claims.ts";

const summaries: Record<number, string> = {
	1: "The terrace is there and toggles by the rule. Moves are not counted, and lit differs from dark by colour alone.",
	2: "Counter and rules are fine. The game can't be finished: with all 25 lanterns lit no win screen opens. The Developer's tests don't see it.",
	3: "The golden path is open: a level can be won and the next one opens. Lit and dark differ in shape. Everything verified before still holds.",
	4: "Restart and keyboard work. Two verified claims are lost: a lit board no longer opens the win screen, so there is no next level either. Undo leaves the count.",
	5: "Every criterion of the spec is proved on this candidate. What was lost is back, undo takes its count back, best results survive a reload.",
};

/** QA's report is computed from what the runtime recorded; only its summary is written beforehand. */
export const testers: Entry[] = [1, 2, 3, 4, 5, null].map((loop) => {
	const summary = summaries[loop ?? 0] ?? "Examined claim by claim against what the runtime recorded.";
	const size = loop ?? 6;
	return {
		role: "tester",
		...(loop === null ? {} : { loop }),
		steps: [
			say("I look at the running game first, then at what the runtime saw, claim by claim."),
			{ look: { path: "/", contains: "Lantern" } },
			attempt("node --test"),
			rest(350),
			usage(11_200 + 900 * size, 46_000 + 5200 * size, 7400, 3600 + 210 * size, 1300),
			{ result: { derive: { summary, scope: "due", claims } } },
			final(summary),
		],
	};
});
