import type { LookVerb } from "./look.ts";

/** How each verb is written on a command line, and what it does. */
export const lookUsage: Record<LookVerb, { words: string; does: string }> = {
	goto: { words: "goto PATH", does: "opens a path of the product" },
	click: { words: "click SELECTOR", does: "clicks the first match" },
	type: { words: "type SELECTOR TEXT", does: "fills a field, or chooses an option of a select" },
	press: { words: "press KEY [SELECTOR]", does: "presses a key (Enter, ArrowLeft, Control+z)" },
	wait: {
		words: "wait SELECTOR | wait MILLISECONDS | wait --until EXPRESSION",
		does: "waits until something is visible, for a time, or until an expression is true",
	},
	screenshot: { words: "screenshot NAME", does: "takes a picture of what is in the window" },
	console: { words: "console", does: "what the page said since the last call" },
	state: {
		words: "state [EXPRESSION]",
		does: "the page as roles, names and text, or the value of a JavaScript expression",
	},
	reload: { words: "reload", does: "loads the page again" },
	back: { words: "back", does: "goes back in the history" },
	viewport: { words: "viewport WIDTH HEIGHT", does: "changes the size of the window" },
};

/**
 * A command line as a request, still to be checked by whoever gets it. The problem is one line for people.
 * @param words what stands behind `fuseline-look`
 */
export function requestOfWords(
	words: readonly string[],
): { request: Record<string, unknown> } | { problem: string } {
	const [verb = "", ...rest] = words;
	if (!Object.hasOwn(lookUsage, verb)) {
		const names = Object.keys(lookUsage).join(", ");
		return {
			problem: `${verb === "" ? "a verb is missing" : `no verb "${verb}"`}; there are ${names}, help`,
		};
	}
	const usage = { problem: `use: fuseline-look ${lookUsage[verb as LookVerb].words}` };
	const [first, second] = rest;
	const exactly = (count: number) => rest.length === count;
	switch (verb as LookVerb) {
		case "goto":
			return exactly(1) ? { request: { verb, path: first } } : usage;
		case "click":
			return exactly(1) ? { request: { verb, selector: first } } : usage;
		case "type":
			return exactly(2) ? { request: { verb, selector: first, text: second } } : usage;
		case "press":
			if (exactly(1)) return { request: { verb, key: first } };
			return exactly(2) ? { request: { verb, key: first, selector: second } } : usage;
		case "wait":
			if (exactly(2) && first === "--until") return { request: { verb, expression: second } };
			if (!exactly(1)) return usage;
			return /^\d+$/.test(first as string)
				? { request: { verb, milliseconds: Number(first) } }
				: { request: { verb, selector: first } };
		case "screenshot":
			return exactly(1) ? { request: { verb, name: (first as string).replace(/\.png$/, "") } } : usage;
		case "state":
			if (exactly(0)) return { request: { verb } };
			return exactly(1) ? { request: { verb, expression: first } } : usage;
		case "viewport":
			return exactly(2) ? { request: { verb, width: Number(first), height: Number(second) } } : usage;
		case "console":
		case "reload":
		case "back":
			return exactly(0) ? { request: { verb } } : usage;
	}
}
