import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";

const home = { HOME: "/home/ada" };

test.each([
	[{}, "/home/ada/.local/share/fuseline"],
	[{ XDG_DATA_HOME: "/data" }, "/data/fuseline"],
	[{ FUSELINE_DATA_DIR: "/tmp/fuseline-data" }, "/tmp/fuseline-data"],
])("the data directory of %j is %s", (environment, expected) => {
	expect(loadConfig({ ...home, ...environment }).dataDirectory).toBe(expected);
});

test.each([
	[{ FUSELINE_DATA_DIR: "data" }, /FUSELINE_DATA_DIR: not an absolute path: give the whole one/],
	[{ FUSELINE_DATA_DIR: "./data" }, /FUSELINE_DATA_DIR: not an absolute path/],
	[{ FUSELINE_DATA_DIR: "" }, /FUSELINE_DATA_DIR: not an absolute path/],
	[{ FUSELINE_HARNESS_CACHE: "cache" }, /FUSELINE_HARNESS_CACHE: not an absolute path/],
	[{ FUSELINE_PORT: "x" }, /FUSELINE_PORT: not a port number/],
])("%j is refused by name", (environment, words) => {
	expect(() => loadConfig({ ...home, ...environment })).toThrow(words);
});
