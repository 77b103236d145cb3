import type { Problem } from "./errors.ts";
import type { HarnessCapabilities } from "./harness.ts";

/** What this machine has of one harness. */
export interface HarnessStatus {
	id: string;
	title: string;
	summary: string;
	installed: boolean;
	path: string | null;
	version: string | null;
	login: "yes" | "no" | "unknown" | "not_needed";
	loginHint: string | null;
	installHint: string | null;
	capabilities: HarnessCapabilities;
	/** the shells of its agent can see the key by which it logs in, whatever we do */
	keyVisibleToAgent: boolean;
	/** how a tester on it is given its browser */
	eyes: "mcp" | "command";
	modelHint: string;
	modelRequired: boolean;
	efforts: string[];
	scenarios: { id: string; title: string }[];
}

/** What this machine has for runs: harnesses, sandbox, browser, disk, prices. */
export interface DoctorView {
	/** `problems`: what is wrong with the user's price table */
	prices: { path: string; asOf: string; problems: Problem[] };
	version: string;
	node: string;
	platform: string;
	dataDirectory: { path: string; writable: boolean; bytes: number | null; freeBytes: number | null };
	sandbox: {
		level: "enforced" | "none";
		tool: string | null;
		version: string | null;
		overlay: boolean;
		problems: string[];
		mend: string | null;
	};
	/**
	 * How a call's limits hold. `cgroup`: all that it starts is held together and ended by the kernel, with its exact
	 * processor time; the kernel enforces what `enforced` names, the watchdog the rest. `problem`: why there is none
	 */
	limits: { by: "cgroup" | "watchdog"; enforced: ("memory" | "processes")[]; problem: string | null };
	browser: {
		available: boolean;
		path: string | null;
		version: string | null;
		problem: string | null;
		mend: string | null;
	};
	harnesses: HarnessStatus[];
	ports: { ui: number; artifacts: number } | null;
	checkedAt: number;
}
