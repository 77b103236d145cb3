import { DomainError } from "../domain/errors.ts";
import { bubblewrapArgv } from "./bubblewrap.ts";
import { seatbeltArgv } from "./seatbelt.ts";

export { probeSandbox } from "./probe-sandbox.ts";

/** What this machine can enforce, found out by really trying. */
export interface SandboxReport {
	level: "enforced" | "none";
	tool: "bubblewrap" | "sandbox-exec" | null;
	version: string | null;
	/** a disposable writable layer over a read-only folder works */
	overlay: boolean;
	problems: string[];
	/** what a person can do about it */
	mend: string | null;
}

export interface Confinement {
	workspace: {
		/** where the process sees its workspace; must exist, for it is a mount point */
		at: string;
		mode: "read-only" | "read-write";
		/**
		 * The process sees `lower` (first = uppermost) with `upper` over it at `at`, and may write there; `upper` then lists
		 * what it changed. All folders must exist; `upper` and `work` on the same file system, `work` empty. Null: `at` itself.
		 */
		overlay: { lower: string[]; upper: string; work: string; merged: string } | null;
	};
	/** bound back read-only over what is masked */
	readable: string[];
	/** bound back writable: outbox, scratch, the harness's state. What doesn't exist is left out: make it first */
	writable: string[];
	/** folders of the user that look as they are, behind which stands a private one */
	state: StateView[];
	/** hidden, beside the built-in list (keys, `/run`, `/tmp`): data directory, other projects */
	masked: string[];
	chdir: string;
}

/**
 * A folder of the user as a process sees it: `behind` is writable and private, `shown` lies over it read-only. What isn't
 * shown can be made anew and reaches nobody else.
 */
export interface StateView {
	/** real path of the folder; must exist, for it is a mount point */
	at: string;
	/** a folder of the caller's; names in it that are also shown are covered */
	behind: string;
	shown: { name: string; source: string }[];
	/** names of files that the caller copies into `behind` and back */
	logins: string[];
	/** names that aren't shown and may be written; `*` stands for any part. For a wall that can't put one folder behind another */
	own: string[];
}

/** How to start a command behind the wall. */
export interface Confined {
	argv: string[];
	environment: Record<string, string>;
	/** has to come from descriptor 3; null: nothing has to */
	handed: string | null;
}

/**
 * Puts a command behind the wall that the machine has. The environment is the given one and nothing else.
 * @param hand the environment holds a key: with bubblewrap it goes by descriptor 3 (`handed`), for inside, process 1 is the
 *   wrapper, and everybody there can read its environment and its command line
 * With level `none` there is no wall: the command comes back unchanged.
 * @throws DomainError if an overlay is asked for where none works: lay a copy instead
 */
export function confine(
	argv: string[],
	environment: Record<string, string>,
	c: Confinement,
	report: SandboxReport,
	hand = false,
): Confined {
	if (c.workspace.overlay !== null && !report.overlay) {
		throw new DomainError(
			"infrastructure",
			"Overlays don't work on this machine, so this call needs a copy of its workspace.",
		);
	}
	if (report.tool === "bubblewrap") {
		if (!hand) return { argv: bubblewrapArgv(argv, c, []), environment, handed: null };
		const words = Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]);
		return {
			argv: bubblewrapArgv(argv, c, ["--args", "3"]),
			environment: {},
			handed: words.map((word) => `${word}\0`).join(""),
		};
	}
	if (report.tool === "sandbox-exec") return { argv: seatbeltArgv(argv, c), environment, handed: null };
	return { argv, environment, handed: null };
}
