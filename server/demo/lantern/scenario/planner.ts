import { type Entry, final, rest, run, say, usage } from "../../steps.ts";

const constraints = ["offline", "plain-files"];
const allowedPaths = ["server.mjs", "package.json", "public", "test"];
const stop = ["Two attempts at the same defect failed: report what was tried."];

interface Plan {
	objective: string;
	phase: string;
	tasks: { title: string; outcome: string; targets: string[] }[];
	acceptance: string[];
	deferred?: { criterion: string; phase: string }[];
	allowedPaths?: string[];
	notes?: string;
}
type Tokens = [number, number, number, number, number];

function plan(loop: number | null, opening: string, tokens: Tokens, document: Plan): Entry {
	return {
		role: "planner",
		...(loop === null ? {} : { loop }),
		steps: [
			say(opening),
			run("ls -R . | head -60"),
			rest(350),
			usage(...tokens),
			{ result: { json: { constraints, allowedPaths, stop, ...document } } },
			final(document.objective),
		],
	};
}

export const planners: Entry[] = [
	plan(
		1,
		"The folder holds the spec, two checks and no product yet. The first thing worth proving is a board that can be seen and touched.",
		[5480, 9200, 6100, 1720, 610],
		{
			objective:
				"A first terrace: title screen, a level with its 25 lanterns, and the rule that a choice toggles its neighbours.",
			phase: "board",
			tasks: [
				{
					title: "Static server and page",
					outcome: "node server.mjs serves the title screen, which names the game and offers Play.",
					targets: [],
				},
				{
					title: "Board",
					outcome:
						"A level shows its name and 25 lanterns; a choice toggles it and its direct neighbours and counts as a move.",
					targets: [],
				},
			],
			acceptance: [
				"board.title",
				"board.visible",
				"board.toggle",
				"board.moves",
				"board.told-apart",
				...constraints,
			],
			notes:
				"Twelve levels, each made from the lit board by a list of choices, so that every one can be solved.",
		},
	),
	plan(
		2,
		"QA saw the board work but found no move counter, and lit from dark only by colour. The counter comes first; then the game needs an end.",
		[6240, 15100, 3900, 2080, 820],
		{
			objective:
				"Count the moves, and make it a game to finish: Play, the rules in pictures, a win screen and the next level.",
			phase: "play",
			tasks: [
				{
					title: "Move counter",
					outcome: "Every choice counts as one move, in sight beside the board.",
					targets: ["moves-not-counted"],
				},
				{
					title: "Golden path",
					outcome:
						"Lighting the last lantern opens the win screen with moves taken and best possible; the next level opens from it.",
					targets: [],
				},
				{
					title: "How to play",
					outcome: "Three pictures explain the rule, from the title and from a level.",
					targets: [],
				},
			],
			acceptance: ["board.moves", "play.start", "play.rules", "play.win", "play.next"],
			deferred: [{ criterion: "board.told-apart", phase: "forgiving" }],
			notes:
				"Told apart without colour belongs to the same work as keyboard and screen reader and waits for it; the finding stays open.",
		},
	),
	plan(
		3,
		"The golden path is blocked: QA lit all 25 lanterns and nothing happened, although the Developer's tests passed. Nothing else matters before that.",
		[6900, 18400, 2600, 1640, 900],
		{
			objective:
				"Unblock the golden path: the last lantern must open the win screen. And make lit and dark differ in shape, since the same files are touched.",
			phase: "play",
			tasks: [
				{
					title: "Find and mend why a lit board isn't won",
					outcome: "Playing level 1 to its end opens the win screen; a test plays every level through.",
					targets: ["win-never-shown"],
				},
				{
					title: "Lit and dark by shape",
					outcome: "A lit lantern shows a flame and says pressed; a dark one shows neither.",
					targets: ["state-by-colour-only"],
				},
			],
			acceptance: ["play.win", "play.next", "board.told-apart"],
			notes:
				"Pulled forward: board.told-apart was put off to a later phase, but the lantern drawing is open anyway.",
		},
	),
	plan(
		4,
		"Everything of the first two phases is verified and must stay. Next: forgiving play.",
		[7050, 21800, 2900, 1780, 640],
		{
			objective: "Forgive mistakes: undo, restart, and the whole game by keyboard.",
			phase: "forgiving",
			tasks: [
				{
					title: "Undo and restart",
					outcome: "Undo takes back the last move and its count; Restart lays the level as it was.",
					targets: [],
				},
				{
					title: "Keyboard",
					outcome: "Arrows move the focus, Space or Enter chooses, U undoes.",
					targets: [],
				},
			],
			acceptance: ["forgiving.undo", "forgiving.restart", "forgiving.keyboard"],
		},
	),
	plan(
		5,
		"Two verified claims were lost: winning and the next level, which worked one loop ago. The regression comes first, then undo's count, then memory.",
		[7620, 24300, 3300, 2140, 1050],
		{
			objective:
				"Win back what was lost, make undo take its count back, and let the game remember best results.",
			phase: "memory",
			tasks: [
				{
					title: "Regression of the win screen",
					outcome: "The board that stands after the last choice is judged; a test pins the order.",
					targets: ["win-never-shown"],
				},
				{
					title: "Undo's count",
					outcome: "The count is the length of the history, so that undo can't forget it.",
					targets: ["undo-keeps-count"],
				},
				{
					title: "Best results and levels",
					outcome: "Best results stay on the device; Levels lists all twelve and opens any.",
					targets: [],
				},
			],
			acceptance: ["play.win", "play.next", "forgiving.undo", "memory.best", "memory.levels"],
			notes: "The count must not live beside the history again: one source for both.",
		},
	),
	plan(
		6,
		"The product is complete. What is left is a page for the next person who opens the folder.",
		[7900, 26000, 1200, 980, 300],
		{
			objective: "Say in a README how to start, test and change Lantern; change nothing else.",
			phase: "memory",
			tasks: [
				{
					title: "README",
					outcome: "README.md says how to start and test the game and where its parts are.",
					targets: [],
				},
			],
			acceptance: ["memory.best", "memory.levels"],
			allowedPaths: ["README.md"],
		},
	),
	plan(
		null,
		"The product is complete and proved; there is nothing left to ask for.",
		[7900, 26000, 0, 540, 200],
		{
			objective: "Prove the product once more and note it in the log book.",
			phase: "memory",
			tasks: [{ title: "Log book", outcome: "NOTES.md has a line for this look.", targets: [] }],
			acceptance: ["memory.best", "memory.levels"],
			allowedPaths: ["NOTES.md"],
		},
	),
];
