import { defineConfig } from "vitest/config";

/** Real processes and browsers: they wait more than they compute, so two files at once fit on two cores, and no more. */
const real = { maxWorkers: 2, testTimeout: 240_000, hookTimeout: 180_000, sequence: { groupOrder: 1 } };

export default defineConfig({
	resolve: { alias: { "@": import.meta.dirname } },
	test: {
		// the cleanest order for a reader: pure code, rules of the house, then the whole thing
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: ["server/**/*.test.ts", "components/**/*.test.{ts,tsx}"],
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "rules",
					include: ["test/*.test.ts", "test/conformance/**/*.test.ts"],
					testTimeout: 30_000,
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "integration",
					include: ["test/integration/**/*.test.ts"],
					...real,
				},
			},
			{
				extends: true,
				test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], ...real },
			},
			{
				extends: true,
				test: { name: "attacks", include: ["test/attacks/**/*.test.ts"], ...real },
			},
			{
				extends: true,
				test: { name: "acceptance", include: ["test/acceptance/**/*.test.ts"], ...real },
			},
		],
	},
});
