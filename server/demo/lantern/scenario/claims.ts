import type { DerivedClaimInput } from "../../../harnesses/scripted/scenario.ts";

/** A claim, the records that speak for or against it, and what QA says it saw in either case. */
function claim(
	id: string,
	statement: string,
	records: string[],
	observedPass: string,
	observedFail: string,
	more: Pick<DerivedClaimInput, "impact" | "finding"> = {},
): DerivedClaimInput {
	return { id, statement, records, observedPass, observedFail, ...more };
}

export const claims: DerivedClaimInput[] = [
	claim(
		"board.title",
		"The title screen names the game and offers Play.",
		["probe:title", "probe:title:*"],
		"The heading reads Lantern and Play is there.",
		"Heading or Play is missing.",
	),
	claim(
		"board.visible",
		"A level shows its 25 lanterns and its name.",
		["probe:board:lanterns", "probe:golden-path:level"],
		"25 lanterns on five ropes, the level's name beside them.",
		"Lanterns or name are missing.",
	),
	claim(
		"board.toggle",
		"Choosing a lantern toggles it and its direct neighbours, never around an edge.",
		["probe:board:lit-before", "probe:board:lit-after"],
		"A corner and an edge lantern chosen: 9 lit lanterns become 16, as the rule says.",
		"The number of lit lanterns isn't what the rule gives.",
	),
	claim(
		"board.moves",
		"Every choice counts as one move, and the count is in sight.",
		["probe:board:moves"],
		"Two choices, the count says 2.",
		"No count of two after two choices.",
		{
			impact: "A player can't tell how well a level was played.",
			finding: {
				id: "moves-not-counted",
				title: "Moves are not counted",
				severity: "major",
				detail: "After two choices no element shows a count.",
			},
		},
	),
	claim(
		"board.told-apart",
		"Lit and dark can be told apart without colour, by eye and by screen reader.",
		["probe:without-colour", "probe:without-colour:*"],
		"In grey, each lit lantern still shows its flame and says pressed.",
		"In grey, lit and dark have the same shape, and no state is announced.",
		{
			impact: "Players who don't see colour, or don't see, can't play.",
			finding: {
				id: "state-by-colour-only",
				title: "Lit and dark differ by colour alone",
				severity: "minor",
				detail: "Same drawing in two colours; no aria-pressed.",
			},
		},
	),
	claim(
		"play.start",
		"Play opens the first level.",
		["probe:golden-path:level"],
		"Play opens First dusk.",
		"Play doesn't open the first level.",
	),
	claim(
		"play.rules",
		"How to play explains the rule with pictures.",
		["probe:how-to-play", "probe:how-to-play:*"],
		"A dialog with three pictures and a sentence each.",
		"No pictures of the rule.",
	),
	claim(
		"play.win",
		"Lighting the last lantern opens the win screen with the moves taken and the best possible.",
		[
			"probe:golden-path",
			"probe:golden-path@one-to-go",
			"probe:golden-path:lit",
			"probe:golden-path:win-screen",
			"probe:golden-path:win-moves",
		],
		"Three choices, 25 lit lanterns, the win screen says 3 moves.",
		"All 25 lanterns are lit and the level just stays.",
		{
			impact: "The game can't be finished: the golden path is blocked.",
			finding: {
				id: "win-never-shown",
				title: "A lit board doesn't open the win screen",
				severity: "blocker",
				detail:
					"Level 1 played by its solution: all 25 lanterns are lit, the level screen stays, nothing can be done next.",
			},
		},
	),
	claim(
		"play.next",
		"The next level opens from the win screen.",
		["probe:next-level", "probe:next-level:*"],
		"Next level opens Stepping stones.",
		"No way to the next level after the board is lit.",
	),
	claim(
		"forgiving.undo",
		"Undo takes back the last move and the move that it counted.",
		["probe:undo:offers-undo", "probe:undo:undone-count"],
		"Two choices, one undo, the count says 1.",
		"The lanterns go back, the count doesn't.",
		{
			impact: "Whoever takes a move back pays for it.",
			finding: {
				id: "undo-keeps-count",
				title: "Undo leaves the count as it was",
				severity: "major",
				detail: "Two choices and one undo: the count still says 2.",
			},
		},
	),
	claim(
		"forgiving.restart",
		"Restart lays the level as it was.",
		["probe:undo:restarted"],
		"After two choices Restart gives the first board again.",
		"Another board than at first.",
	),
	claim(
		"forgiving.keyboard",
		"Arrows move, Space or Enter chooses, U undoes.",
		["probe:keyboard", "probe:keyboard:*"],
		"Down, right, right, Space: lantern 2,3 is chosen and has the focus.",
		"Keys don't move or don't choose.",
	),
	claim(
		"memory.best",
		"The best result of a level is remembered on this device.",
		["probe:levels:best"],
		"After a win in 3 the list says best 3, on a page loaded anew.",
		"No best result after a win.",
	),
	claim(
		"memory.levels",
		"Levels lists every level with its best result and opens any of them.",
		["probe:levels", "probe:levels:listed"],
		"Twelve levels with their first boards.",
		"No list of all levels.",
	),
	claim(
		"offline",
		"The page asks for nothing but its own files.",
		["check:offline"],
		"No foreign address in any file; no request left the server.",
		"A foreign address is named.",
	),
	claim(
		"plain-files",
		"HTML, CSS and ES modules served by node server.mjs; no packages, no build.",
		["check:boot*", "check:offline"],
		"The server starts by itself and every module that the page names is there.",
		"Something is missing or a package is needed.",
	),
	{ id: "acceptance", records: ["probe:{id}*", "check:{id}*"] },
	{ id: "preserved", records: ["probe:{id}*", "check:{id}*"] },
];
