import type { DeveloperStatus } from "@/server/domain/developer-report.ts";
import type { IssueStatus } from "@/server/domain/ledger.ts";
import type { RunStatus } from "@/server/domain/run.ts";
import type { Verdict } from "@/server/domain/verdict.ts";
import type { Tone } from "../ui/chip";
import type { ShapeName } from "./shape";

/** How one word of the vocabulary looks, everywhere the same: shape + word + colour. */
export interface Mark {
	shape: ShapeName;
	tone: Tone;
	word: string;
}

export const statusMarks: Record<Verdict["status"], Mark> = {
	pass: { shape: "disc", tone: "pass", word: "pass" },
	fail: { shape: "cross", tone: "fail", word: "fail" },
	blocked: { shape: "triangle", tone: "blocked", word: "blocked" },
	untested: { shape: "ring", tone: "untested", word: "untested" },
};

export const integrityMarks: Record<Verdict["integrity"], Mark> = {
	clean: { shape: "disc", tone: "quiet", word: "clean" },
	suspect: { shape: "triangle", tone: "blocked", word: "suspect" },
	violation: { shape: "square", tone: "violation", word: "violation" },
};

export const contractMarks: Record<Verdict["contract"], Mark> = {
	aligned: { shape: "disc", tone: "quiet", word: "aligned" },
	unknown: { shape: "ring", tone: "untested", word: "unknown" },
	needs_revision: { shape: "triangle", tone: "blocked", word: "needs revision" },
	invalid: { shape: "cross", tone: "fail", word: "invalid" },
};

export const developerMarks: Record<DeveloperStatus, Mark> = {
	pass: { shape: "ring", tone: "pass", word: "pass" },
	partial: { shape: "half", tone: "blocked", word: "partial" },
	fail: { shape: "cross", tone: "fail", word: "fail" },
	none: { shape: "dash", tone: "quiet", word: "no report" },
};

export const issueMarks: Record<IssueStatus, Mark> = {
	open: { shape: "ring", tone: "fail", word: "open" },
	fixed_pending_verify: { shape: "half", tone: "ink", word: "fix claimed" },
	blocked: { shape: "triangle", tone: "blocked", word: "blocked" },
	regressed: { shape: "return", tone: "reopened", word: "regressed" },
	closed: { shape: "disc", tone: "pass", word: "closed" },
	policy_invalidated: { shape: "dash", tone: "quiet", word: "invalidated" },
};

/** Checks, probes and records. */
export const outcomeMarks: Record<"pass" | "fail" | "timeout" | "error" | "unavailable", Mark> = {
	pass: { shape: "disc", tone: "pass", word: "pass" },
	fail: { shape: "cross", tone: "fail", word: "fail" },
	timeout: { shape: "triangle", tone: "blocked", word: "timeout" },
	error: { shape: "triangle", tone: "fail", word: "error" },
	unavailable: { shape: "ring", tone: "untested", word: "unavailable" },
};

export const claimMarks: Record<"verified" | "gap", Mark> = {
	verified: { shape: "disc", tone: "pass", word: "verified" },
	gap: { shape: "ring", tone: "fail", word: "gap" },
};

/** Only what is alive or waits for a person has the accent. */
export const runMarks: Record<RunStatus, Mark> = {
	queued: { shape: "ring", tone: "quiet", word: "queued" },
	running: { shape: "disc", tone: "accent", word: "running" },
	pausing: { shape: "half", tone: "accent", word: "pausing" },
	paused: { shape: "half", tone: "ink", word: "paused" },
	needs_input: { shape: "triangle", tone: "accent", word: "needs an answer" },
	waiting: { shape: "half", tone: "accent", word: "waiting" },
	stopping: { shape: "half", tone: "accent", word: "stopping" },
	suspended: { shape: "dash", tone: "blocked", word: "suspended" },
	quarantined: { shape: "square", tone: "violation", word: "quarantined" },
	ended: { shape: "disc", tone: "quiet", word: "ended" },
};
