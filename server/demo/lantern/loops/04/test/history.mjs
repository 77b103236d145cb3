import assert from "node:assert/strict";
import { test } from "node:test";
import { startHistory } from "../public/history.js";

test("undo goes back one board and stops at the first", () => {
	const history = startHistory("first");
	history.add("second");
	history.add("third");
	assert.equal(history.undo(), true);
	assert.equal(history.current(), "second");
	assert.equal(history.undo(), true);
	assert.equal(history.undo(), false);
	assert.equal(history.current(), "first");
});

test("restart lays the first board again", () => {
	const history = startHistory("first");
	history.add("second");
	history.restart();
	assert.equal(history.current(), "first");
});
