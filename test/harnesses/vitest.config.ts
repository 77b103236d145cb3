import { defineConfig } from "vitest/config";

/** Not part of `npm test`: needs the CLIs, which `run.mjs` installs first. */
export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ["**/*.test.ts"],
		fileParallelism: false,
		// each is a whole run with a CLI; they mostly wait
		maxConcurrency: 3,
		testTimeout: 1_200_000,
		hookTimeout: 60_000,
	},
});
