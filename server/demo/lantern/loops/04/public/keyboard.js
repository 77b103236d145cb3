import { size } from "./game.js";

const steps = { ArrowUp: -size, ArrowDown: size, ArrowLeft: -1, ArrowRight: 1 };

/** Where an arrow key leads from a lantern; the same place at an edge, null for another key. */
export function move(index, key) {
	const step = steps[key];
	if (step === undefined) return null;
	const next = index + step;
	const sameRow = Math.floor(next / size) === Math.floor(index / size);
	if (next < 0 || next >= size * size || (Math.abs(step) === 1 && !sameRow)) return index;
	return next;
}

/** Listens to the whole page until the level is left. */
export function listen({ cursor, onMove, onUndo, onRestart }) {
	const leaving = new AbortController();
	addEventListener(
		"keydown",
		(event) => {
			if (document.querySelector("dialog[open]") !== null || event.ctrlKey || event.metaKey) return;
			const next = move(cursor(), event.key);
			if (next !== null) onMove(next);
			else if (event.key === "u") onUndo();
			else if (event.key === "r") onRestart();
			else return;
			event.preventDefault();
		},
		{ signal: leaving.signal },
	);
	return () => leaving.abort();
}
