import assert from "node:assert/strict";
import { test } from "node:test";
import { keep, read } from "../public/memory.js";

function storage(text = null) {
	let kept = text;
	return {
		getItem: () => kept,
		setItem: (_, value) => {
			kept = value;
		},
	};
}

test("what was kept is read again", () => {
	const place = storage();
	keep([{ name: "Magpies", count: 4 }], place);
	assert.deepEqual(read([], place), [{ name: "Magpies", count: 4 }]);
});

test("a damaged memory counts as none", () => {
	const first = [{ name: "Herons", count: 0 }];
	assert.deepEqual(read(first, storage("{")), first);
	assert.deepEqual(read(first, storage('[{"name":"a","count":-1}]')), first);
});
