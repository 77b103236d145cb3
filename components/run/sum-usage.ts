import type { Usage } from "@/server/domain/usage.ts";

type Sums = Record<"input" | "cacheRead" | "output" | "costUsd", number | null>;

/** Totals of several calls; null where no call said anything. Cache writes count as fresh input. */
export function sumUsage(usages: readonly Usage[]): Sums {
	const sums: Sums = { input: null, cacheRead: null, output: null, costUsd: null };
	const add = (name: keyof Sums, value: number | null) => {
		if (value !== null) sums[name] = (sums[name] ?? 0) + value;
	};
	for (const usage of usages) {
		add("input", usage.input);
		add("input", usage.cacheWrite);
		add("cacheRead", usage.cacheRead);
		add("output", usage.output);
		add("costUsd", usage.costUsd);
	}
	return sums;
}
