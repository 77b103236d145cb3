import type { AssessInput } from "./assess-types.ts";
import { type DevelopmentDocument, developmentDocumentSchema } from "./development-document.ts";
import {
	type EvidenceReport,
	type ExecutionRecord,
	evidenceReportSchema,
	executionRecordSchema,
} from "./evidence.ts";
import type { Issue } from "./ledger.ts";
import { type Phase, phaseSchema } from "./project-config.ts";

/* What tests of the rules start from: one candidate on which everything is proved. Each test breaks one thing. */

export const tree = "a".repeat(64);
export const otherTree = "b".repeat(64);

export const phases: Phase[] = [
	phaseSchema.parse({
		id: "first",
		title: "First",
		criteria: [
			{ id: "boot", statement: "It starts" },
			{ id: "offline", statement: "It needs no network", kind: "constraint" },
		],
	}),
	phaseSchema.parse({
		id: "second",
		title: "Second",
		criteria: [{ id: "moves", statement: "Moves are counted" }],
	}),
];

export function record(ref: string, part: Partial<ExecutionRecord> = {}): ExecutionRecord {
	return executionRecordSchema.parse({
		ref,
		kind: "screenshot",
		origin: "host",
		passed: null,
		title: ref,
		sha256: "c".repeat(64),
		mime: "image/png",
		size: 10,
		box: "black",
		tree,
		...part,
	});
}

export function claim(id: string, part: Record<string, unknown> = {}): Record<string, unknown> {
	return { id, statement: `${id} holds`, assessment: "verified", records: ["probe:board"], ...part };
}

export function report(part: Record<string, unknown> = {}): EvidenceReport {
	return evidenceReportSchema.parse({ status: "pass", claims: [claim("boot"), claim("offline")], ...part });
}

export function plan(part: Record<string, unknown> = {}): DevelopmentDocument {
	return developmentDocumentSchema.parse({
		objective: "Start",
		phase: "first",
		tasks: [{ title: "Start", outcome: "It starts" }],
		acceptance: ["boot"],
		constraints: ["offline"],
		...part,
	});
}

export function issue(key: string, part: Partial<Issue> = {}): Issue {
	return {
		key,
		title: key,
		severity: "major",
		status: "open",
		claim: null,
		firstLoop: 1,
		lastLoop: 1,
		reopenings: 0,
		...part,
	};
}

export function input(part: Partial<AssessInput> = {}): AssessInput {
	return {
		loop: 2,
		tree,
		testerBound: true,
		report: report(),
		integrity: { treeBefore: tree, treeAfter: tree, changes: [], sandbox: "enforced" },
		records: [record("probe:board"), record("check:build", { kind: "log", passed: true })],
		candidateContents: new Set(),
		earlierContents: new Set(),
		earlierLabels: ["loop-01-bbbbbbbbbbbb"],
		plan: plan(),
		phases,
		preserved: [],
		checks: [{ id: "build", required: true, status: "pass" }],
		probes: [{ id: "board", required: true, status: "pass" }],
		examineProblem: null,
		changedPaths: ["src/a.ts"],
		ledger: [],
		...part,
	};
}
