import { expect, it } from "vitest";
import { claimDifference } from "./claim-difference.ts";
import type { Usage } from "./usage.ts";

const use = (costUsd: number | null, claimed?: Usage["claimed"]): Usage => ({
	...{ input: 10, cacheRead: 5, cacheWrite: null, output: 5, reasoning: null, partial: false },
	...{ costUsd, costOrigin: costUsd === null ? null : "cli", origin: "reported" },
	...(claimed ? { claimed } : {}),
});

it.each([
	[use(1), null],
	[use(1, { tokens: 20, costUsd: 1.00001, scope: "session" }), null],
	[
		use(1, { tokens: 4600, costUsd: null, scope: "session" }),
		{ tokens: 4600, costUsd: null, scope: "session" },
	],
	[
		use(0.3, { tokens: 20, costUsd: 0.9, scope: "session" }),
		{ tokens: null, costUsd: 0.9, scope: "session" },
	],
	[
		use(null, { tokens: null, costUsd: 0, scope: "invocation" }),
		{ tokens: null, costUsd: 0, scope: "invocation" },
	],
])("says where the CLI's total differs (%#)", (usage, difference) => {
	expect(claimDifference(usage)).toEqual(difference);
});
