import { isWon, lay, press } from "./game.js";
import { helpView } from "./help-view.js";
import { levelView } from "./level-view.js";
import { levels } from "./levels.js";
import { titleView } from "./title-view.js";
import { winView } from "./win-view.js";

const stage = document.querySelector("#stage");

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
	const level = levels[number - 1];
	let lit = lay(level);
	let moves = 0;
	const view = () => levelView({ level, number, lit, moves, onChoose: choose, onHelp: openHelp });

	function choose(index) {
		lit = press(lit, index);
		moves += 1;
		if (isWon(lit)) finish();
		else show("level", view());
	}

	function finish() {
		const next = levels[number] === undefined ? null : () => openLevel(number + 1);
		const win = winView({
			moves,
			best: level.presses.length,
			onNext: next,
			onAgain: () => openLevel(number),
		});
		show("win", view(), win);
	}

	show("level", view());
}

const wanted = Number(new URLSearchParams(location.search).get("level"));
if (levels[wanted - 1] === undefined) openTitle();
else openLevel(wanted);
