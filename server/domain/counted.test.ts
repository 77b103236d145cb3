import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it.each([
	[0, "run", undefined, "0 runs"],
	[1, "run", undefined, "1 run"],
	[2, "process", "processes", "2 processes"],
	[1204, "event", undefined, "1,204 events"],
])("%s %s", (count, one, many, expected) => {
	expect(counted(count, one, many)).toBe(expected);
});
