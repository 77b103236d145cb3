import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import type { RunContext } from "./run-context.ts";

/*
 * The sessions of CLIs lie in a folder of their step. A step that goes on with the session of an earlier one
 * (`continuation`) takes its folder over.
 */

/** `to` finds the sessions of `from`; doing it again, after a crash, changes nothing. */
export async function takeSessionsOver({ paths }: RunContext, from: string, to: string): Promise<void> {
	const [old, now] = [paths.sessions.ofStep(from), paths.sessions.ofStep(to)];
	if (existsSync(old) && !existsSync(now)) await rename(old, now);
}
