import { lay, press } from "./game.js";
import { levelView } from "./level-view.js";
import { levels } from "./levels.js";
import { titleView } from "./title-view.js";

const stage = document.querySelector("#stage");

function show(screen, view) {
	document.body.dataset.screen = screen;
	stage.replaceChildren(view);
}

function openTitle() {
	show("title", titleView({ onPlay: () => openLevel(1) }));
}

function openLevel(number) {
	const level = levels[number - 1];
	let lit = lay(level);
	const draw = () => show("level", levelView({ level, number, lit, onChoose: choose }));
	function choose(index) {
		lit = press(lit, index);
		draw();
	}
	draw();
}

const wanted = Number(new URLSearchParams(location.search).get("level"));
if (levels[wanted - 1] === undefined) openTitle();
else openLevel(wanted);
