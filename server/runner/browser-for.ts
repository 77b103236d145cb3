import { type FoundBrowser, findBrowser } from "../browser/find-browser.ts";
import type { RunContext } from "./run-context.ts";

let found: Promise<FoundBrowser> | null = null;

/** The browser of this machine, looked for once per runner. */
export function browserFor(context: RunContext): Promise<FoundBrowser> {
	found ??= findBrowser({ wanted: context.host.browser, path: context.host.environment.PATH ?? "" });
	return found;
}
