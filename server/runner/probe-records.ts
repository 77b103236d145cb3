import type { ProbeOutcome } from "../browser/run-probes.ts";
import type { ExecutionRecord } from "../domain/evidence.ts";
import type { Probe } from "../domain/project-config.ts";
import { redactValue } from "../evidence/redact.ts";
import { nameBlob } from "../store/blob-rows.ts";
import type { ProbeRow } from "../store/examination-rows.ts";
import { recordOf } from "./run-check.ts";
import type { RunContext } from "./run-context.ts";

/**
 * One visit as a row and as records: the last picture (`probe:board`), named pictures (`probe:board@start`), values
 * (`probe:board:moves`) and the console if it said anything (`probe:board:console`). A repetition appends `#2`, `#3`….
 */
export async function probeResult(
	context: RunContext,
	probe: Probe,
	seen: ProbeOutcome,
	target: { tree: string; proposed: boolean },
): Promise<{ row: ProbeRow; records: ExecutionRecord[] }> {
	const outcome = redactValue(seen);
	const suffix = outcome.repetition > 1 ? `#${outcome.repetition}` : "";
	const title = probe.title ?? probe.id;
	const passed = outcome.status === "pass";
	const records: ExecutionRecord[] = [];
	const shared = { environment: outcome.environment, box: "black" as const };
	const main = outcome.screenshot === null ? null : await keepPicture(context, outcome.screenshot.path);
	records.push(
		recordOf(target.tree, {
			...shared,
			ref: `probe:${probe.id}${suffix}`,
			kind: main === null ? "log" : "screenshot",
			passed: outcome.status === "unavailable" ? null : passed,
			title,
			observation: observationOf(outcome),
			...(main === null ? {} : { ...main, mime: "image/png" }),
			width: outcome.screenshot?.width ?? null,
			height: outcome.screenshot?.height ?? null,
		}),
	);
	for (const extra of outcome.extraScreenshots) {
		const picture = await keepPicture(context, extra.path);
		records.push(
			recordOf(target.tree, {
				...shared,
				...picture,
				ref: `probe:${probe.id}@${extra.name}${suffix}`,
				kind: "screenshot",
				passed: null,
				title: `${title}: ${extra.name}`,
				mime: "image/png",
				width: extra.width,
				height: extra.height,
			}),
		);
	}
	for (const value of outcome.values) {
		records.push(
			recordOf(target.tree, {
				...shared,
				ref: `probe:${probe.id}:${value.name}${suffix}`,
				kind: "runtime_state",
				passed: value.passed,
				title: `${title}: ${value.name}`,
				observation: value.value.slice(0, 8000),
				box: "white",
			}),
		);
	}
	if (outcome.console.length > 0) {
		records.push(
			recordOf(target.tree, {
				...shared,
				ref: `probe:${probe.id}:console${suffix}`,
				kind: "log",
				passed: null,
				title: `${title}: console`,
				observation: outcome.console
					.map((line) => `${line.level}: ${line.text}`)
					.join("\n")
					.slice(0, 8000),
			}),
		);
	}
	return {
		row: {
			probeId: probe.id,
			title,
			repetition: outcome.repetition,
			required: probe.required,
			proposed: target.proposed,
			status: outcome.status,
			message: outcome.message,
			screenshotSha256: main?.sha256 ?? null,
			width: outcome.screenshot?.width ?? null,
			height: outcome.screenshot?.height ?? null,
			console: outcome.console,
			failedRequests: outcome.failedRequests,
			steps: outcome.steps,
			durationMs: outcome.durationMs,
		},
		records: uniqueRefs(records),
	};
}

async function keepPicture(context: RunContext, path: string): Promise<{ sha256: string; size: number }> {
	const kept = await context.contents.putFile(path);
	nameBlob(context.store, context.projectId, kept.sha256, kept.size, "image/png");
	return kept;
}

function observationOf(outcome: ProbeOutcome): string {
	const steps = outcome.steps.map(
		(step) => `${step.ok ? "ok" : "failed"}: ${step.step}${step.value === null ? "" : ` = ${step.value}`}`,
	);
	return [outcome.message, ...steps]
		.filter((line) => line !== "")
		.join("\n")
		.slice(0, 8000);
}

/** A probe may read a value twice under one name; the later one gets a counter. */
function uniqueRefs(records: ExecutionRecord[]): ExecutionRecord[] {
	const seen = new Map<string, number>();
	return records.map((record) => {
		const times = (seen.get(record.ref) ?? 0) + 1;
		seen.set(record.ref, times);
		return times === 1 ? record : { ...record, ref: `${record.ref}~${times}` };
	});
}
