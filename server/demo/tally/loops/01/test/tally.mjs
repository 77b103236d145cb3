import assert from "node:assert/strict";
import { test } from "node:test";
import { change, groups, sum } from "../public/tally.js";

test("every fifth stroke closes a gate", () => {
	assert.deepEqual(groups(0), []);
	assert.deepEqual(groups(4), [4]);
	assert.deepEqual(groups(13), [5, 5, 3]);
});

test("a counter never falls below none, the others stay", () => {
	const counters = [{ count: 0 }, { count: 3 }];
	assert.deepEqual(change(counters, 0, -1), [{ count: 0 }, { count: 3 }]);
	assert.equal(sum(change(counters, 1, 1)), 4);
});
