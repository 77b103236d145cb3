import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Probe } from "../domain/project-config.ts";
import { type Capture, capturePage, keepInside } from "./capture.ts";
import { limits, noVisit, type ProbeOutcome, viewportText } from "./job.ts";
import { windowOptions } from "./launch.ts";
import { reason, within } from "./patience.ts";
import { takePicture } from "./picture.ts";
import { doStep, openPath, StepFailure, stepLabel } from "./steps.ts";

export interface VisitOptions {
	browser: Browser;
	url: string;
	probe: Probe;
	repetition: number;
	/** path of the last picture without `.png`; named ones get `-<n>` */
	pictureBase: string;
	environment: Record<string, string>;
}

/** Visits the candidate once in a fresh context. Never throws: whatever goes wrong is the outcome. */
export async function visit(options: VisitOptions): Promise<{ outcome: ProbeOutcome; hangs: boolean }> {
	const { probe } = options;
	const started = performance.now();
	const deadline = started + probe.timeoutSeconds * 1000;
	const outcome: ProbeOutcome = { ...noVisit(probe, options.repetition, "error", ""), status: "pass" };
	outcome.environment = { ...options.environment, viewport: viewportText(probe) };
	const context = await options.browser.newContext({ ...windowOptions, viewport: probe.viewport });
	const page = await context.newPage();
	// a window that the page opens is no part of the visit
	context.on("page", (other) => void (other === page ? null : other.close().catch(() => {})));
	const capture = capturePage(page, options.url);
	await keepInside(context, options.url, capture);

	await steps(page, options, outcome, deadline);
	if (capture.crashed) set(outcome, "error", "The page crashed.");
	const last = await takePicture(page, `${options.pictureBase}.png`);
	outcome.screenshot = last;
	if (last === null && outcome.status === "pass") set(outcome, "error", "The page gave no picture.");
	keep(outcome, capture, probe);
	outcome.durationMs = Math.round(performance.now() - started);
	const closed = await within(
		context.close().then(() => true),
		limits.pictureMs,
	).catch(() => false);
	return { outcome, hangs: closed !== true };
}

async function steps(page: Page, options: VisitOptions, outcome: ProbeOutcome, deadline: number) {
	const { probe, url } = options;
	const left = () => Math.max(1, deadline - performance.now());
	const open = {
		label: `open ${probe.path}`,
		run: () => openPath(page, url, probe.path, left()).then(() => null),
	};
	const rest = probe.steps.map((step) => ({
		label: stepLabel(step),
		run: async () => {
			const value = await doStep(page, url, step, left());
			if (step.do === "screenshot") {
				const path = `${options.pictureBase}-${outcome.extraScreenshots.length + 1}.png`;
				const taken = await takePicture(page, path);
				if (taken === null) throw new StepFailure("the page gave no picture");
				outcome.extraScreenshots.push({ name: step.name, ...taken });
			}
			if (value !== null) outcome.values.push(value);
			if (value?.passed === false && step.do === "evaluate") {
				throw new StepFailure(
					`expected ${JSON.stringify(step.equals)}, the page has ${value.value.slice(0, 300)}`,
				);
			}
			return value;
		},
	}));
	let number = 0;
	for (const { label, run } of [open, ...rest]) {
		try {
			const value = await within(run(), left());
			outcome.steps.push({ step: label, ok: true, value: value?.value ?? null, message: "" });
		} catch (error) {
			const overdue = (error instanceof StepFailure && error.overdue) || performance.now() >= deadline - 5;
			const why = overdue ? `not done after ${probe.timeoutSeconds} s` : reason(error);
			outcome.steps.push({ step: label, ok: false, value: lastValue(outcome, label), message: why });
			const where = number === 0 ? label : `step ${number} (${label})`;
			set(outcome, overdue ? "timeout" : "fail", `${where}: ${why}`);
			return;
		}
		number += 1;
	}
}

function lastValue(outcome: ProbeOutcome, label: string): string | null {
	const value = outcome.values.at(-1);
	return value !== undefined && label === `evaluate ${value.name}` ? value.value : null;
}

function keep(outcome: ProbeOutcome, capture: Capture, probe: Probe): void {
	outcome.console = capture.console;
	outcome.failedRequests = capture.failedRequests;
	if (capture.left.console > 0) {
		outcome.console.push({ level: "note", text: `${capture.left.console} more lines were left out` });
	}
	if (capture.left.failedRequests > 0) {
		const text = `${capture.left.failedRequests} more failed requests were left out`;
		outcome.console.push({ level: "note", text });
	}
	const error = capture.firstError;
	if (probe.failOnConsoleError && error !== null && outcome.status === "pass") {
		set(outcome, "fail", `console error: ${error.slice(0, 300)}`);
	}
}

function set(outcome: ProbeOutcome, status: ProbeOutcome["status"], message: string): void {
	outcome.status = status;
	outcome.message = message;
}

/** `<directory>/<n>-<repetition>`: ids may hold characters that a file name can't. */
export function pictureBase(directory: string, index: number, repetition: number): string {
	return join(directory, `${String(index + 1).padStart(2, "0")}-${repetition}`);
}
