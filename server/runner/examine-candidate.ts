import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runProbes } from "../browser/run-probes.ts";
import type { EffectiveProject } from "../domain/effective-project.ts";
import type { ExecutionRecord } from "../domain/evidence.ts";
import type { Probe } from "../domain/project-config.ts";
import { endMarked } from "../process/sweep.ts";
import type { CheckRow, ProbeRow } from "../store/examination-rows.ts";
import { browserFor } from "./browser-for.ts";
import { candidateLayers } from "./candidate-layers.ts";
import { LeaveRun } from "./leave.ts";
import { probeResult } from "./probe-records.ts";
import { recordOf, runCheck } from "./run-check.ts";
import { childMarker, type RunContext } from "./run-context.ts";
import { type Served, serveCandidate } from "./serve-candidate.ts";

export interface HostEvidence {
	checks: CheckRow[];
	probes: ProbeRow[];
	records: ExecutionRecord[];
	/** why nothing could be run; null = the checks and probes ran */
	problem: string | null;
}

/** The runtime's own look at a candidate: every check on a copy of its own, then every probe against its server. */
export async function examineCandidate(
	context: RunContext,
	target: { examinationId: string; tree: string; project: EffectiveProject },
): Promise<HostEvidence> {
	const { signal } = context.control;
	// nothing that is looked at now will count: the next runner looks again
	const end = () => void endMarked(context.marker);
	signal.addEventListener("abort", end, { once: true });
	try {
		const evidence = await lookAt(context, target);
		if (!signal.aborted) return evidence;
	} catch (error) {
		if (!signal.aborted || error instanceof LeaveRun) throw error;
	} finally {
		signal.removeEventListener("abort", end);
	}
	throw context.control.leave();
}

async function lookAt(
	context: RunContext,
	target: { examinationId: string; tree: string; project: EffectiveProject },
): Promise<HostEvidence> {
	const { project, tree, examinationId } = target;
	const layers = await candidateLayers(context, tree, project.setup, examinationId);
	if (!layers.ok) {
		return { checks: [], probes: [], records: [layers.record], problem: layers.problem };
	}
	const evidence: HostEvidence = { checks: [], probes: [], records: [...layers.records], problem: null };
	for (const check of project.checks) {
		const proposed = project.proposedIds.includes(check.id);
		const result = await runCheck(context, check, { examinationId, tree, lower: layers.lower, proposed });
		evidence.checks.push(result.row);
		evidence.records.push(...result.records);
	}
	if (project.probes.length === 0) return evidence;
	if (project.serve === null) {
		evidence.probes.push(...unserved(project, "There is no `serve`: nothing to visit."));
		return evidence;
	}
	const served = await serveCandidate(context, project.serve, {
		examinationId,
		lower: layers.lower,
		name: "serve",
	});
	try {
		evidence.records.push(servedRecord(tree, served));
		if (!served.ready) {
			context.control.demandSpace();
			evidence.probes.push(...unserved(project, served.problem));
			return evidence;
		}
		await visit(context, target, served.url, evidence);
	} finally {
		await served.stop();
	}
	return evidence;
}

async function visit(
	context: RunContext,
	target: { examinationId: string; tree: string; project: EffectiveProject },
	url: string,
	evidence: HostEvidence,
): Promise<void> {
	const { project, tree, examinationId } = target;
	const { root } = context.paths.copy(examinationId, "probes");
	await mkdir(root, { recursive: true, mode: 0o700 });
	const outcomes = await runProbes({
		url,
		probes: project.probes,
		outputDirectory: root,
		browser: await browserFor(context),
		entry: context.host.entry("browser"),
		sandbox: context.sandbox,
		masked: [context.host.dataDirectory],
		slotsDirectory: join(context.host.dataDirectory, "cache", "browsers"),
		marker: childMarker(context),
		path: context.host.environment.PATH ?? "/usr/bin:/bin",
	});
	if (outcomes.some(({ status }) => status !== "pass")) context.control.demandSpace();
	const byId = new Map(project.probes.map((probe) => [probe.id, probe]));
	for (const outcome of outcomes) {
		const probe = byId.get(outcome.probeId) as Probe;
		const proposed = project.proposedIds.includes(probe.id);
		const result = await probeResult(context, probe, outcome, { tree, proposed });
		evidence.probes.push(result.row);
		evidence.records.push(...result.records);
	}
	await rm(root, { recursive: true, force: true });
}

/** Probes that could not be made because nothing answered. A required one still forbids pass. */
function unserved(project: EffectiveProject, message: string): ProbeRow[] {
	return project.probes.map((probe) => ({
		probeId: probe.id,
		title: probe.title ?? probe.id,
		repetition: 1,
		required: probe.required,
		proposed: project.proposedIds.includes(probe.id),
		status: "unavailable",
		message,
		screenshotSha256: null,
		width: null,
		height: null,
		console: [],
		failedRequests: [],
		steps: [],
		durationMs: 0,
	}));
}

function servedRecord(tree: string, served: Served): ExecutionRecord {
	return recordOf(tree, {
		ref: "serve",
		kind: "log",
		passed: served.ready,
		title: "Server",
		observation: served.ready ? `answered at ${served.readyPath} after ${served.readyMs} ms` : served.problem,
	});
}
