import { parseAsString, parseAsStringLiteral } from "nuqs";

/** Groups and states that the list of runs can be narrowed to, as the URL spells them. */
export const runStateFilters = ["all", "live", "attention", "ended"] as const;

export const runFilters = {
	state: parseAsStringLiteral(runStateFilters).withDefault("all"),
	/** a project's id */
	project: parseAsString,
};

export const runStateLabels: { value: (typeof runStateFilters)[number]; label: string; title: string }[] = [
	{ value: "all", label: "All", title: "every run" },
	{ value: "live", label: "At work", title: "queued, running, waiting" },
	{ value: "attention", label: "Needs you", title: "paused, asking, suspended or quarantined" },
	{ value: "ended", label: "Ended", title: "completed, stopped, failed" },
];
