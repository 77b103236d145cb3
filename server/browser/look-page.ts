import { join } from "node:path";
import type { Page } from "playwright-core";
import type { LookRequest } from "../domain/look.ts";
import { isSameServer, parseUrl } from "./gate.ts";
import type { Picture } from "./job.ts";
import { lookTimes, stateCharacters } from "./look-job.ts";
import { takePicture } from "./picture.ts";
import { doStep, openPath, StepFailure } from "./steps.ts";

export interface LookResult {
	message: string;
	value: string | null;
	picture: Picture | null;
}

/** Does one request on the page. Throws `StepFailure`, or the browser library's own error. */
export async function doLook(
	page: Page,
	request: LookRequest,
	place: { url: string; outputDirectory: string; number: number },
): Promise<LookResult> {
	const result: LookResult = { message: "", value: null, picture: null };
	switch (request.verb) {
		case "goto":
			await openPath(page, place.url, insideOnly(request.path, place.url), lookTimes.loadMs);
			break;
		case "click":
			await doStep(page, place.url, { do: "click", selector: request.selector }, lookTimes.loadMs);
			break;
		case "type":
			await typeInto(page, place.url, request);
			break;
		case "press": {
			const { key, selector } = request;
			await doStep(page, place.url, { do: "press", key, selector }, lookTimes.loadMs);
			break;
		}
		case "wait": {
			const { selector, expression, milliseconds } = request;
			const step = { do: "wait", selector, expression, milliseconds } as const;
			await doStep(page, place.url, step, lookTimes.loadMs);
			break;
		}
		case "screenshot": {
			const path = join(place.outputDirectory, `${String(place.number).padStart(3, "0")}.png`);
			result.picture = await takePicture(page, path);
			if (result.picture === null) throw new StepFailure("the page gave no picture");
			result.message = `${result.picture.width}×${result.picture.height} pixels`;
			break;
		}
		case "state":
			result.value = await stateOf(page, place.url, request.expression);
			break;
		case "reload":
			await page.reload({ waitUntil: "load", timeout: lookTimes.loadMs });
			break;
		case "back":
			if ((await page.goBack({ waitUntil: "load", timeout: lookTimes.loadMs })) === null) {
				result.message = "there is nothing further back, or the page went back by itself";
			}
			break;
		case "viewport":
			await page.setViewportSize({ width: request.width, height: request.height });
			break;
		case "console":
			break;
	}
	return result;
}

/** The gate would refuse it anyway; this says so in words. */
function insideOnly(path: string, url: string): string {
	const origin = new URL(url);
	const target = parseUrl(path) ?? new URL(path.startsWith("/") ? path : `/${path}`, url);
	const inside =
		target.protocol === "http:" && isSameServer(target.hostname, Number(target.port || 80), origin);
	if (!inside) throw new StepFailure("only the product itself can be opened: give a path, e.g. /");
	return `${target.pathname}${target.search}${target.hash}`;
}

async function typeInto(page: Page, url: string, request: Extract<LookRequest, { verb: "type" }>) {
	const { selector, text } = request;
	const first = page.locator(selector).first();
	await first.waitFor({ state: "visible", timeout: 10_000 });
	if (await first.evaluate((element) => element.tagName === "SELECT")) {
		await first.selectOption(text, { timeout: 5_000 });
	} else await doStep(page, url, { do: "fill", selector, text }, lookTimes.loadMs);
}

/** The value of an expression as JSON, or the page as a person without eyes has it read out: roles, names, text. */
async function stateOf(page: Page, url: string, expression: string | undefined): Promise<string> {
	if (expression !== undefined) {
		const value = await doStep(page, url, { do: "evaluate", name: "state", expression }, lookTimes.loadMs);
		return cut(value?.value ?? "null");
	}
	const snapshot = await page.ariaSnapshot({ mode: "ai", timeout: 10_000 });
	return cut(`title: ${await page.title()}\n${snapshot}`);
}

function cut(text: string): string {
	return text.length > stateCharacters ? `${text.slice(0, stateCharacters)}\n… (cut)` : text;
}
