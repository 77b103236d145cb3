import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import type { ProbeStep } from "../domain/project-config.ts";
import { limits } from "./job.ts";

/** A step that didn't do what it says. `overdue`: the whole visit's time was up, not the step's own. */
export class StepFailure extends Error {
	readonly overdue: boolean;
	constructor(message: string, overdue = false) {
		super(message);
		this.overdue = overdue;
	}
}

export interface StepValue {
	name: string;
	/** JSON text, at most 64 KiB */
	value: string;
	/** null: the step expects nothing */
	passed: boolean | null;
}

/** `click #play`: how a step is named in messages and records. */
export function stepLabel(step: ProbeStep): string {
	switch (step.do) {
		case "goto":
			return `goto ${step.path}`;
		case "click":
			return `click ${step.selector}`;
		case "fill":
			return `fill ${step.selector}`;
		case "press":
			return step.selector === undefined ? `press ${step.key}` : `press ${step.key} on ${step.selector}`;
		case "wait":
			return `wait for ${step.selector ?? step.expression ?? `${step.milliseconds ?? 0} ms`}`;
		case "evaluate":
			return `evaluate ${step.name}`;
		case "screenshot":
			return `screenshot ${step.name}`;
	}
}

/** Opens a path of the candidate; an answer of 400 or more is a failed step. */
export async function openPath(page: Page, url: string, path: string, remainingMs: number): Promise<void> {
	const answer = await page.goto(new URL(path, url).href, { waitUntil: "load", timeout: remainingMs });
	if (answer !== null && answer.status() >= 400)
		throw new StepFailure(`the server answered ${answer.status()}`);
}

/**
 * Does one step (pictures are taken by the caller). Throws `StepFailure`, or the browser library's own error.
 * `remainingMs`: what is left of the visit's time.
 */
export async function doStep(
	page: Page,
	url: string,
	step: ProbeStep,
	remainingMs: number,
): Promise<StepValue | null> {
	const timeout = Math.min(limits.actionMs, remainingMs);
	switch (step.do) {
		case "goto":
			await openPath(page, url, step.path, remainingMs);
			return null;
		case "click":
			await page.locator(step.selector).first().click({ timeout });
			return null;
		case "fill":
			await page.locator(step.selector).first().fill(step.text, { timeout });
			return null;
		case "press":
			if (step.selector === undefined) await page.keyboard.press(step.key);
			else await page.locator(step.selector).first().press(step.key, { timeout });
			return null;
		case "wait":
			await wait(page, step, Math.min(limits.waitMs, remainingMs));
			return null;
		case "evaluate":
			return evaluate(page, step);
		case "screenshot":
			return null;
	}
}

async function wait(page: Page, step: Extract<ProbeStep, { do: "wait" }>, timeout: number): Promise<void> {
	if (step.selector !== undefined) {
		await page.locator(step.selector).first().waitFor({ state: "visible", timeout });
	}
	if (step.expression !== undefined) {
		await page.waitForFunction(`Boolean(\n${step.expression}\n)`, undefined, { timeout });
	}
	if (step.milliseconds !== undefined) await page.waitForTimeout(step.milliseconds);
}

async function evaluate(page: Page, step: Extract<ProbeStep, { do: "evaluate" }>): Promise<StepValue> {
	// cut in the page already, so that a huge value never crosses the pipe
	const text = String(
		await page.evaluate(
			`(async () => { const value = await (\n${step.expression}\n); ` +
				`const text = JSON.stringify(value === undefined ? null : value) ?? "null"; ` +
				`return text.length > ${limits.valueBytes} ? text.slice(0, ${limits.valueBytes}) : text; })()`,
		),
	).slice(0, limits.valueBytes);
	const parsed = parse(text);
	if (!parsed.ok) {
		// cut in the middle: kept as text, so that the record stays JSON
		const value = JSON.stringify(`${text.slice(0, limits.valueBytes / 2)}… (cut)`);
		return { name: step.name, value, passed: step.equals === undefined ? null : false };
	}
	const passed = step.equals === undefined ? null : isDeepStrictEqual(parsed.value, step.equals);
	return { name: step.name, value: text, passed };
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		return { ok: false };
	}
}
