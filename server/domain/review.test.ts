import { expect, it } from "vitest";
import { type Review, reviewState } from "./review.ts";

const review = (at: number, decision: Review["decision"], comment = "", ref = "probe:home"): Review => ({
	id: `r${at}`,
	examinationId: "e",
	...{ ref, decision, comment, at },
});

it.each<[string, Review[], ReturnType<typeof reviewState>]>([
	["nothing was said", [], { decision: null, comments: [] }],
	[
		"the last decision stands",
		[review(1, "accept"), review(2, "reject")],
		{
			decision: { decision: "reject", at: 2 },
			comments: [],
		},
	],
	[
		"a comment decides nothing",
		[review(1, "accept"), review(2, "comment", "pale")],
		{
			decision: { decision: "accept", at: 1 },
			comments: [{ text: "pale", at: 2 }],
		},
	],
	[
		"another record's are left out",
		[review(1, "accept", "", "probe:other")],
		{ decision: null, comments: [] },
	],
])("%s", (_, reviews, expected) => {
	expect(reviewState(reviews, "e", "probe:home")).toEqual(expected);
});
