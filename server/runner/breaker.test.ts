import { expect, test } from "vitest";
import { Breaker } from "./breaker.ts";

const at = (breaker: Breaker, ...failures: [number, string, string?][]) =>
	failures.map(([seconds, message, kind]) =>
		breaker.failed({ errorKind: (kind ?? "transport") as "transport", message }, seconds * 1000),
	);

test.each([
	[
		"three equal ones within a minute",
		[
			[0, "500 (req_a1)"],
			[20, "500 (req_b2)"],
			[59, "500 (req_c3)"],
		],
		true,
	],
	[
		"three in more than a minute",
		[
			[0, "500"],
			[30, "500"],
			[61, "500"],
		],
		false,
	],
	[
		"different words",
		[
			[0, "500 down"],
			[1, "503 overloaded"],
			[2, "500 down"],
		],
		false,
	],
	[
		"a crash, which is not tried again anyway",
		[
			[0, "x", "harness"],
			[1, "x", "harness"],
			[2, "x", "harness"],
		],
		false,
	],
	[
		"a limit that should have been reset",
		[
			[0, "limit", "quota"],
			[1, "limit", "quota"],
			[2, "limit", "quota"],
		],
		true,
	],
	[
		"a rate limit",
		[
			[0, "429 slow down"],
			[2, "429 slow down"],
			[4, "429 slow down"],
		],
		false,
	],
	[
		"a network that is down",
		[
			[0, "connect ECONNREFUSED"],
			[2, "connect ECONNREFUSED"],
			[4, "connect ECONNREFUSED"],
		],
		false,
	],
	[
		"work that failed",
		[
			[0, "turns", "agent"],
			[2, "turns", "agent"],
			[4, "turns", "agent"],
		],
		false,
	],
] as [string, [number, string, string?][], boolean][])("%s", (_, failures, trips) => {
	expect(at(new Breaker(), ...failures).at(-1)).toBe(trips);
});
