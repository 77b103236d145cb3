export const size = 5;

/** The lanterns that a choice changes: itself and its neighbours above, below, left and right, inside the board. */
export function reach(index) {
	const row = Math.floor(index / size);
	const column = index % size;
	const places = [
		[row, column],
		[row - 1, column],
		[row + 1, column],
		[row, column - 1],
		[row, column + 1],
	];
	return places.filter(([y, x]) => y >= 0 && y < size && x >= 0 && x < size).map(([y, x]) => y * size + x);
}

/** The lanterns after a choice. */
export function press(lit, index) {
	const next = [...lit];
	for (const place of reach(index)) next[place] ^= 1;
	return next;
}

/** A level as it is laid: every lantern lit, then changed by the level's choices. */
export function lay(level) {
	return level.presses.reduce(press, Array(size * size).fill(1));
}

/** Every lantern is lit. */
export function isWon(lit) {
	return lit.every((one) => one === true);
}
