import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
	darwin: ["open"],
	win32: ["cmd", "/c", "start", ""],
};

/**
 * Shows an address in the user's own browser. Tries and forgets: on a machine without a desktop nothing happens, and
 * the address was printed anyway.
 */
export function openInBrowser(url: string): void {
	const [program, ...rest] = openers[process.platform] ?? ["xdg-open"];
	const child = spawn(program, [...rest, url], { stdio: "ignore", detached: true });
	child.once("error", () => {});
	child.unref();
}
