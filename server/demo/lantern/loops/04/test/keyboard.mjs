import assert from "node:assert/strict";
import { test } from "node:test";
import { move } from "../public/keyboard.js";

test("arrows move by one and stay at the edge", () => {
	assert.equal(move(0, "ArrowRight"), 1);
	assert.equal(move(0, "ArrowDown"), 5);
	assert.equal(move(0, "ArrowLeft"), 0);
	assert.equal(move(4, "ArrowRight"), 4);
	assert.equal(move(22, "ArrowDown"), 22);
	assert.equal(move(7, "Enter"), null);
});
