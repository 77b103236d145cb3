import assert from "node:assert/strict";
import { test } from "node:test";
import { isWon, lay, press } from "../public/game.js";
import { startHistory } from "../public/history.js";
import { levels } from "../public/levels.js";

test("the board that stands after the last choice is won, not the one before it", () => {
	for (const level of levels) {
		const history = startHistory(lay(level));
		for (const choice of level.presses) {
			assert.equal(isWon(history.current()), false, level.name);
			history.add(press(history.current(), choice));
		}
		assert.equal(isWon(history.current()), true, level.name);
		assert.equal(history.moves(), level.presses.length);
	}
});
