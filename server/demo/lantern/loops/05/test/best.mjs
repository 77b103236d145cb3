import assert from "node:assert/strict";
import { test } from "node:test";
import { keepBest, readBest } from "../public/best.js";

function storage(text = null) {
	let kept = text;
	return {
		getItem: () => kept,
		setItem: (_, value) => {
			kept = value;
		},
	};
}

test("only a better result replaces the best", () => {
	const place = storage();
	assert.equal(keepBest(1, 5, place), 5);
	assert.equal(keepBest(1, 7, place), 5);
	assert.equal(keepBest(1, 3, place), 3);
	assert.equal(keepBest(2, 4, place), 4);
	assert.deepEqual(readBest(place), { 1: 3, 2: 4 });
});

test("a damaged memory counts as none", () => {
	assert.deepEqual(readBest(storage("not json")), {});
	assert.deepEqual(readBest(storage('{"1":"many","2":6}')), { 2: 6 });
});
