import { isWon, lay, press } from "./game.js";
import { helpView } from "./help-view.js";
import { startHistory } from "./history.js";
import { listen } from "./keyboard.js";
import { levelView } from "./level-view.js";
import { levels } from "./levels.js";
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
	show("title", titleView({ onPlay: () => openLevel(1), onHelp: openHelp }));
}

function openLevel(number) {
	leave();
	const level = levels[number - 1];
	const history = startHistory(lay(level));
	let moves = 0;
	let cursor = 0;

	function view() {
		const lit = history.current();
		return levelView({
			level,
			number,
			lit,
			moves,
			onChoose: choose,
			onUndo: undo,
			onRestart: restart,
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
		const lit = history.current();
		cursor = index;
		history.add(press(lit, index));
		moves += 1;
		draw();
		if (isWon(lit)) finish();
	}

	function undo() {
		if (history.undo()) draw();
	}

	function restart() {
		history.restart();
		moves = 0;
		draw();
	}

	function finish() {
		leave();
		const next = levels[number] === undefined ? null : () => openLevel(number + 1);
		const win = winView({
			moves,
			best: level.presses.length,
			onNext: next,
			onAgain: () => openLevel(number),
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

const wanted = Number(new URLSearchParams(location.search).get("level"));
if (levels[wanted - 1] === undefined) openTitle();
else openLevel(wanted);
