import {
	copy,
	copyFile,
	type Entry,
	final,
	rest,
	run,
	type ScriptStep,
	say,
	think,
	usage,
} from "../../steps.ts";

const tested = { command: "node --test", exitCode: 0, note: "" };

type Task = [title: string, done: boolean, note?: string];

function report(
	status: "pass" | "partial",
	summary: string,
	tasks: Task[],
	more: { fixed?: string[]; baseline?: (typeof tested)[] } = {},
): ScriptStep {
	const list = tasks.map(([title, done, note = ""]) => ({ title, done, note }));
	return { result: { json: { status, summary, tasks: list, retests: [tested], ...more } } };
}

function turn(loop: number | null, steps: ScriptStep[], planned: boolean): Entry {
	return { role: "developer", ...(loop === null ? {} : { loop }), planned, steps };
}

const build = (loop: number | null, steps: ScriptStep[]) => turn(loop, steps, true);

const readme = `# Lantern

\`npm start\` serves the game on http://127.0.0.1:8080 (or \`PORT\`); \`npm test\` runs its tests. Nothing is installed, nothing is built.

- \`public/game.js\`, \`history.js\`, \`keyboard.js\`, \`best.js\`: the rules, without a page
- \`public/*-view.js\`: one screen each
- \`public/app.js\`: which screen stands, and what a choice does
- \`public/levels.js\`: the twelve terraces
`;

export const developers: Entry[] = [
	build(1, [
		say("I start with the rule as a pure module, then a page over it."),
		think(
			"Lights Out on 5 × 5: make each level by applying choices to the lit board, then it is solvable by construction.",
		),
		copy("01"),
		rest(300),
		run("node --test"),
		run("node checks/offline.mjs"),
		rest(200),
		usage(19400, 118000, 21500, 11800, 3900),
		report(
			"partial",
			"The terrace stands: title, twelve levels, and the toggling rule with tests. I did not get to the move counter; the board works without it.",
			[
				["Static server and page", true],
				["Board", false, "Toggling works and is tested; moves are not counted yet."],
			],
		),
		final("Board and title are done; the move counter is missing."),
	]),
	build(2, [
		say("Baseline first, then counter, rules and the win screen."),
		run("node --test"),
		copy("02"),
		rest(350),
		run("node --test"),
		run("node checks/offline.mjs"),
		usage(22800, 171000, 18900, 14600, 5100),
		report(
			"pass",
			"Moves are counted. Play, How to play, the win screen and the next level are in place. isWon is covered by a test. All tests pass.",
			[
				["Move counter", true],
				["Golden path", true, "isWon is tested with lit and unlit boards."],
				["How to play", true],
			],
			{ fixed: ["moves-not-counted"], baseline: [{ ...tested, note: "3 of 3" }] },
		),
		final("The game can be finished from start to end."),
	]),
	build(3, [
		say(
			"QA's probe lit all 25 lanterns and no win came. My test never played a level: it used a board of its own.",
		),
		run(
			`node --input-type=module -e "import { lay, press, isWon } from './public/game.js'; import { levels } from './public/levels.js'; const end = levels[0].presses.reduce(press, lay(levels[0])); console.log(end.join(' ')); console.log('won:', isWon(end));"`,
		),
		think(
			"The lanterns are numbers: ^= turns them into 0 and 1, and isWon compares with true. Booleans throughout, and a test that plays every level to its end.",
		),
		copy("03"),
		rest(300),
		run("node --test"),
		run("node checks/offline.mjs"),
		usage(17900, 203000, 9800, 8200, 4600),
		report(
			"pass",
			"Cause: press() flipped lanterns with ^=, which makes numbers, while isWon() compared with true. Lanterns are booleans now, and a test plays all twelve levels to their end. Lit lanterns have a flame, dark ones a closed eye; both say aria-pressed.",
			[
				["Find and mend why a lit board isn't won", true],
				["Lit and dark by shape", true],
			],
			{
				fixed: ["win-never-shown", "state-by-colour-only"],
				baseline: [
					{ ...tested, note: "passes although the game can't be won: the test used a board of its own" },
				],
			},
		),
		final("The win screen opens, and a test would have caught it."),
	]),
	build(4, [
		say("Undo wants a history of boards. I move the state into it and listen to keys on the page."),
		run("node --test"),
		copy("04"),
		rest(350),
		run("node --test"),
		run("node checks/offline.mjs"),
		usage(24100, 236000, 16200, 13900, 4200),
		report(
			"pass",
			"Undo, Restart and the keyboard work; history and movement have tests of their own. All tests pass.",
			[
				["Undo and restart", true],
				["Keyboard", true],
			],
			{ baseline: [{ ...tested, note: "5 of 5" }] },
		),
		final("Forgiving play is in, all tests pass."),
	]),
	build(5, [
		say(
			"Two things that my tests can't see broke with the history: I judged the board before the choice, and I kept the count beside it.",
		),
		run("grep -n 'isWon\\|moves' public/app.js"),
		think(
			"choose() asks isWon(lit) with the board from before. The count must be the history's length. Then best results.",
		),
		copy("05"),
		rest(350),
		run("node --test"),
		run("node checks/offline.mjs"),
		usage(26500, 268000, 19400, 15800, 6100),
		report(
			"pass",
			"The win is judged on the board that stands after the choice, pinned by a test that plays through the history. The count is the history's length, so undo takes it back. Best results stay on the device, and Levels lists and opens all twelve.",
			[
				["Regression of the win screen", true],
				["Undo's count", true],
				["Best results and levels", true],
			],
			{
				fixed: ["win-never-shown", "undo-keeps-count"],
				baseline: [{ ...tested, note: "passes although the golden path is broken" }],
			},
		),
		final("Everything of the spec is there; the golden path is pinned by a test."),
	]),
	build(6, [
		{ write: { path: "README.md", content: readme } },
		rest(200),
		run("node --test"),
		usage(9800, 121000, 2100, 1100, 240),
		report("pass", "README.md says how to start, test and change the game. No code changed.", [
			["README", true],
		]),
		final("A page for the next person."),
	]),
	build(null, [
		say("Nothing is to be built; I run the tests and note it."),
		run("node --test"),
		run("echo '- looked through once more: all tests pass' >> NOTES.md"),
		usage(6100, 84000, 0, 420, 90),
		report("pass", "Noted in the log book. All tests pass.", [["Log book", true]]),
		final("Noted."),
	]),
	// without a plan (vanilla, continuation): one long pass over the whole spec, judged by its own tests alone
	turn(
		1,
		[
			say("I build the whole spec in one go: board, rules, win screen, undo, keyboard."),
			copy("01"),
			rest(200),
			copy("02"),
			rest(200),
			copy("04"),
			rest(200),
			run("node --test"),
			run("node checks/offline.mjs"),
			usage(41200, 412000, 46800, 31500, 9800),
			report(
				"pass",
				"Lantern is playable: twelve levels, move counter, rules, win screen, undo, restart and keyboard. All tests pass. Best results are not kept yet.",
				[
					["Board", true],
					["A game to finish", true],
					["Forgiving", true],
					["Memory", false],
				],
			),
			final("The game is playable; best results are the only thing left."),
		],
		false,
	),
	turn(
		2,
		[
			say("Going on: best results and the list of levels."),
			...[
				"public/app.js",
				"public/best.js",
				"public/history.js",
				"public/index.html",
				"public/level-view.js",
				"public/levels-view.js",
				"public/styles/levels.css",
				"public/styles/panel.css",
				"public/win-view.js",
				"test/best.mjs",
				"test/history.mjs",
			].map((path) => copyFile("05", path)),
			copyFile("05", "public/title-view.js"),
			rest(300),
			run("node --test"),
			usage(28300, 455000, 17100, 12900, 3700),
			report(
				"pass",
				"Best results are kept and Levels lists all twelve. All tests pass; the spec is fulfilled.",
				[["Memory", true]],
			),
			final("The spec is fulfilled."),
		],
		false,
	),
	turn(
		3,
		[
			{ write: { path: "README.md", content: readme } },
			rest(200),
			run("node --test"),
			usage(12400, 240000, 2600, 1500, 300),
			report("pass", "A README for the next person. All tests pass.", [["README", true]]),
			final("Done."),
		],
		false,
	),
	turn(
		null,
		[
			say("I read through everything once more and find nothing to change."),
			run("node --test"),
			usage(8200, 230000, 0, 700, 200),
			report("pass", "Nothing left to do. All tests pass.", [["Read through", true]]),
			final("Nothing left to do."),
		],
		false,
	),
];
