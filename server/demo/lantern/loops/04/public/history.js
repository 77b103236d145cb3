/** The boards of one level, from the first on; the last one is what stands. */
export function startHistory(first) {
	const boards = [first];
	return {
		current: () => boards[boards.length - 1],
		add(board) {
			boards.push(board);
		},
		/** False when there is nothing to take back. */
		undo() {
			if (boards.length === 1) return false;
			boards.pop();
			return true;
		},
		restart() {
			boards.splice(1);
		},
	};
}
