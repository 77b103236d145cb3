import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Role } from "../../domain/role.ts";

export interface Progress {
	role: Role;
	loop: number;
	attempt: number;
	/** place of the entry in the scenario */
	index: number;
	/** steps that are finished */
	done: number;
	finished: boolean;
}

const keepDays = 7;

/** What a session remembers between calls: how far each call got, so that a continued one repeats no finished step. */
export class Session {
	readonly #file: string;
	readonly #calls: Progress[];

	private constructor(file: string, calls: Progress[]) {
		this.#file = file;
		this.#calls = calls;
	}

	/** Null where a session is to go on that isn't there: every real CLI refuses that too. */
	static open(sessionId: string, resumed: boolean): Session | null {
		const directory = join(process.env.HOME ?? homedir(), ".local", "state", "fuseline-scripted");
		mkdirSync(directory, { recursive: true, mode: 0o700 });
		forgetOld(directory);
		const file = join(directory, `${sessionId.replaceAll(/[^A-Za-z0-9_-]/g, "_")}.json`);
		try {
			return new Session(file, JSON.parse(readFileSync(file, "utf8")) as Progress[]);
		} catch {
			return resumed ? null : new Session(file, []);
		}
	}

	/** The last call of this session, if it was cut. */
	unfinished(role: Role): Progress | null {
		const last = this.#calls.at(-1);
		return last !== undefined && !last.finished && last.role === role ? last : null;
	}

	begin(call: { role: Role; loop: number; attempt: number }, index: number): Progress {
		const { role, loop, attempt } = call;
		const progress = { role, loop, attempt, index, done: 0, finished: false };
		this.#calls.push(progress);
		this.save();
		return progress;
	}

	/** Atomic, so that a kill leaves the old or the new state. */
	save(): void {
		writeFileSync(`${this.#file}.new`, JSON.stringify(this.#calls), { mode: 0o600 });
		renameSync(`${this.#file}.new`, this.#file);
	}
}

function forgetOld(directory: string): void {
	for (const name of readdirSync(directory)) {
		const path = join(directory, name);
		try {
			if (Date.now() - statSync(path).mtimeMs > keepDays * 86_400_000) rmSync(path);
		} catch {
			// another agent was quicker
		}
	}
}
