import { keepBest, readBest } from "./best.js";
import { isWon, lay, press } from "./game.js";
import { helpView } from "./help-view.js";
import { startHistory } from "./history.js";
import { listen } from "./keyboard.js";
import { levelView } from "./level-view.js";
import { levels } from "./levels.js";
import { levelsView } from "./levels-view.js";
import { titleView } from "./title-view.js";
import { winView } from "./win-view.js";

const stage = document.querySelector("#stage");
let leave = () => {};

function show(screen, ...views) {
	document.body.dataset.screen = screen;
	stage.replaceChildren(...views);
}

function openHelp() {
	const dialog = helpView();
	document.body.append(dialog);
	dialog.showModal();
}

function openTitle() {
	leave();
	show("title", titleView({ onPlay: () => openLevel(1), onLevels: openLevels, onHelp: openHelp }));
}

function openLevels() {
	leave();
	show("levels", levelsView({ levels, best: readBest(), onOpen: openLevel, onBack: openTitle }));
}

function openLevel(number) {
	leave();
	const level = levels[number - 1];
	const history = startHistory(lay(level));
	let cursor = 0;

	function view() {
		return levelView({
			level,
			number,
			lit: history.current(),
			moves: history.moves(),
			best: readBest()[number],
			onChoose: choose,
			onUndo: undo,
			onRestart: restart,
			onLevels: openLevels,
			onHelp: openHelp,
		});
	}

	function draw() {
		const held = document.activeElement?.dataset.index !== undefined;
		show("level", view());
		if (held) focus();
	}

	function focus() {
		stage.querySelector(`[data-index="${cursor}"]`).focus();
	}

	function choose(index) {
		cursor = index;
		history.add(press(history.current(), index));
		if (isWon(history.current())) finish();
		else draw();
	}

	function undo() {
		if (history.undo()) draw();
	}

	function restart() {
		history.restart();
		draw();
	}

	function finish() {
		leave();
		const next = levels[number] === undefined ? null : () => openLevel(number + 1);
		const moves = history.moves();
		keepBest(number, moves);
		const win = winView({
			moves,
			best: level.presses.length,
			onNext: next,
			onAgain: () => openLevel(number),
			onLevels: openLevels,
		});
		show("win", view(), win);
	}

	leave = listen({
		cursor: () => cursor,
		onMove: (index) => {
			cursor = index;
			focus();
		},
		onUndo: undo,
		onRestart: restart,
	});
	show("level", view());
}

const wanted = new URLSearchParams(location.search);
if (wanted.has("levels")) openLevels();
else if (levels[wanted.get("level") - 1] !== undefined) openLevel(Number(wanted.get("level")));
else openTitle();
