import type { Random } from "./random.ts";

/** What a fault must never leave behind (design §5.8), and `wrong`: an end without its typed outcome or reason. */
export type Harm = "lost" | "doubled" | "orphans" | "corrupt" | "wrong";

export interface Finding {
	harm: Harm;
	text: string;
}

/** One trial of a kind: what it may use, and where it says what it saw. */
export interface Trial {
	random: Random;
	/** 0, 1, … : which trial of its kind this is */
	index: number;
	full: boolean;
	/** counts a fault that was really injected */
	injected(count?: number): void;
	/** figures for people, said with `--verbose` */
	saw(text: string): void;
	harm(harm: Harm, text: string): void;
	harms(findings: readonly Finding[]): void;
}

export interface Kind {
	id: string;
	/** a few words for the table */
	title: string;
	/** trials of `--quick` and `--full` */
	quick: number;
	full: number;
	/** why this machine can't try it, or null */
	needs?(): string | null;
	/** must have the machine to itself: it measures time or fills something that others use */
	alone?: boolean;
	run(trial: Trial): Promise<void>;
	control?: Control | SharedControl;
}

/**
 * The same with something broken or taken away on purpose: at least one harm must be found. `synthetic`: what is altered
 * is what the check looks at (a row, a file), not the product or the world it works in.
 */
export interface Control {
	says: string;
	synthetic: boolean;
	/** tried by `--quick` too */
	quick: boolean;
	run(trial: Trial): Promise<void>;
}

/** What judges this kind judges that one too, and is shown there to see the harm. */
export interface SharedControl {
	sameAs: string;
}
