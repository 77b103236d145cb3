import assert from "node:assert/strict";
import { test } from "node:test";
import { lay, press, reach } from "../public/game.js";
import { levels } from "../public/levels.js";

const count = (lit) => lit.filter(Boolean).length;

test("a choice reaches its direct neighbours, never around an edge", () => {
	assert.deepEqual(
		reach(12).sort((a, b) => a - b),
		[7, 11, 12, 13, 17],
	);
	assert.deepEqual(
		reach(0).sort((a, b) => a - b),
		[0, 1, 5],
	);
	assert.deepEqual(
		reach(14).sort((a, b) => a - b),
		[9, 13, 14, 19],
	);
});

test("the same choice twice changes nothing", () => {
	const lit = lay(levels[4]);
	assert.deepEqual(press(press(lit, 8), 8), lit);
});

test("every level starts with dark lanterns and can be solved", () => {
	for (const level of levels) {
		assert.ok(count(lay(level)) < 25, level.name);
		assert.equal(count(level.presses.reduce(press, lay(level))), 25, level.name);
	}
});
