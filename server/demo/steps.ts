import type { ScenarioInput } from "../harnesses/scripted/scenario.ts";

export type Entry = ScenarioInput["entries"][number];
export type ScriptStep = Entry["steps"][number];
/** A role's answer as plain data. */
export type Answer = NonNullable<NonNullable<ScriptStep["result"]>["json"]>;

/*
 * Words for scenarios, so that they read as a play. A role's turn is a list of these.
 */

export const say = (message: string): ScriptStep => ({ message });
export const think = (reasoning: string): ScriptStep => ({ reasoning });
export const run = (command: string): ScriptStep => ({ run: { command } });
/** A command that may fail: the turn goes on. */
export const attempt = (command: string): ScriptStep => ({ run: { command, allowFailure: true } });
/** milliseconds */
export const rest = (milliseconds: number): ScriptStep => ({ sleep: milliseconds });
/** Lays every file of a loop's folder over the workspace. */
export const copy = (loop: string): ScriptStep => ({ copy: { from: loop } });
/** Lays one file of a loop's folder over the workspace. */
export const copyFile = (loop: string, path: string): ScriptStep => ({
	write: { path, file: `${loop}/${path}` },
});
/** Simulated tokens of the turn, in the four exclusive buckets; `reasoning` is a part of `output`. */
export const usage = (
	input: number,
	cacheRead: number,
	cacheWrite: number,
	output: number,
	reasoning: number,
): ScriptStep => ({ usage: { input, cacheRead, cacheWrite, output, reasoning } });
export const final = (text: string): ScriptStep => ({ final: text });
