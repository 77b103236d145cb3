import type { Mark } from "@/components/verdict/marks";
import type { GapReason, RecordOrigin } from "@/server/domain/evidence.ts";

/** Who made a record, as shape and word. Filled: it can verify a claim. */
export const originMarks: Record<RecordOrigin, Mark> = {
	host: { shape: "square", tone: "quiet", word: "host" },
	mediated: { shape: "disc", tone: "quiet", word: "mediated" },
	harness_event: { shape: "triangle", tone: "quiet", word: "tool call" },
	agent: { shape: "ring", tone: "quiet", word: "agent's file" },
	developer: { shape: "dash", tone: "quiet", word: "developer" },
};

/** Who made a record, and whether it can verify a claim. */
export const originWords: Record<RecordOrigin, { word: string; proves: boolean; why: string }> = {
	host: { word: "host", proves: true, why: "made by Fuseline's own check or browser" },
	mediated: {
		word: "mediated",
		proves: true,
		why: "done by the tester through our side, each call recorded",
	},
	harness_event: { word: "tool call", proves: true, why: "a tool call in the harness's own event stream" },
	agent: {
		word: "agent's file",
		proves: false,
		why: "an agent made it: it supports, it verifies nothing alone",
	},
	developer: { word: "developer", proves: false, why: "the Developer's own word: it closes nothing" },
};

export const gapWords: Record<GapReason, string> = {
	refuted: "refuted",
	unproven: "unproven",
	no_record: "no record cited",
	unknown_record: "cites an unknown record",
	other_candidate: "record of another candidate",
	agent_record_only: "only the agent's own files",
	file_of_candidate: "a file of the candidate",
	source_inspection_only: "only source was read",
	record_failed: "the record says fail",
	integrity_violation: "candidate was changed",
	left_out: "left out by QA",
	no_report: "no readable report",
};
