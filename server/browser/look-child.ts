import { connect } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import type { LookRequest } from "../domain/look.ts";
import { type Capture, capturePage, keepInside } from "./capture.ts";
import { openGate } from "./gate.ts";
import { describeBrowser, launchBrowser, windowOptions } from "./launch.ts";
import { type LookJob, type LookOutcome, lookTimes } from "./look-job.ts";
import { doLook } from "./look-page.ts";
import { reason, within } from "./patience.ts";
import { StepFailure } from "./steps.ts";

/*
 * The process that holds the browser of one tester: one window, one request after the other. It has no other way in than
 * the connection that it opens to the runner, and ends with it.
 */

async function main(): Promise<void> {
	const job = JSON.parse(await text(process.stdin)) as LookJob;
	const gate = await openGate(job.url);
	const browser = await launchBrowser(job, gate.address);
	const environment = { ...(await describeBrowser(browser)), sandbox: job.sandbox };
	const { page, capture } = await openWindow(browser, job);
	const socket = connect(job.socket);
	for (const event of ["close", "error"]) socket.once(event, () => process.exit(0));
	browser.once("disconnected", () => process.exit(1));
	let number = 0;
	for await (const line of createInterface({ input: socket })) {
		number += 1;
		const request = JSON.parse(line) as LookRequest;
		const { outcome, hangs } = await answer(page, capture, request, job, number);
		socket.write(`${JSON.stringify({ ...outcome, environment })}\n`);
		// a page that hangs can't be left by its own means
		if (hangs) socket.end(() => process.exit(1));
	}
}

async function openWindow(browser: Browser, job: LookJob): Promise<{ page: Page; capture: Capture }> {
	const context = await browser.newContext({ ...windowOptions, viewport: { width: 1280, height: 800 } });
	const page = await context.newPage();
	const capture = capturePage(page, job.url);
	page.on("dialog", (dialog) => {
		capture.console.push({ level: "dialog", text: `${dialog.type()}: ${dialog.message().slice(0, 500)}` });
		// what only tells is read and closed; what asks is answered with no
		void (dialog.type() === "alert" ? dialog.accept() : dialog.dismiss()).catch(() => {});
	});
	// the tester has one window: what would open in another is told, not shown
	context.on("page", (other) => {
		if (other === page) return;
		capture.console.push({
			level: "window",
			text: `the page opened another window (${other.url()}); it was closed`,
		});
		void other.close().catch(() => {});
	});
	await keepInside(context, job.url, capture);
	return { page, capture };
}

async function answer(
	page: Page,
	capture: Capture,
	request: LookRequest,
	job: LookJob,
	number: number,
): Promise<{ outcome: Omit<LookOutcome, "environment">; hangs: boolean }> {
	const started = performance.now();
	const outcome = { ok: true, message: "", value: null, picture: null } as Pick<
		LookOutcome,
		"ok" | "message" | "value" | "picture"
	>;
	let hangs = false;
	try {
		Object.assign(outcome, await within(doLook(page, request, { ...job, number }), lookTimes.callMs));
	} catch (error) {
		outcome.ok = false;
		hangs = (error instanceof StepFailure && error.overdue) || capture.crashed;
		outcome.message = capture.crashed
			? "the page crashed; the next call starts a new browser"
			: hangs
				? `not done after ${lookTimes.callMs / 1000} s, the page hangs; the next call starts a new browser`
				: reason(error);
	}
	const size = page.viewportSize();
	const said = capture.console.splice(0);
	if (capture.left.console > 0) said.push({ level: "note", text: `${capture.left.console} more lines` });
	capture.left.console = 0;
	capture.left.failedRequests = 0;
	return {
		outcome: {
			...outcome,
			url: page.url(),
			viewport: size === null ? "" : `${size.width}×${size.height}`,
			console: said,
			failedRequests: capture.failedRequests.splice(0),
			durationMs: Math.round(performance.now() - started),
		},
		hangs,
	};
}

await main();
