import type { BrowserContext, ConsoleMessage, Page, Request, Response } from "playwright-core";
import { isSameServer, parseUrl } from "./gate.ts";
import { limits, type ProbeOutcome } from "./job.ts";

const outside = "another origin: not allowed";

export interface Capture {
	console: ProbeOutcome["console"];
	failedRequests: ProbeOutcome["failedRequests"];
	/** how often something was too much to keep */
	left: { console: number; failedRequests: number };
	crashed: boolean;
	/** kept apart: noise must not bury it */
	firstError: string | null;
	failed(entry: ProbeOutcome["failedRequests"][number]): void;
}

/** Listens to a page and keeps a bounded part of what it says. */
export function capturePage(page: Page, url: string): Capture {
	const origin = new URL(url);
	const capture: Capture = {
		console: [],
		failedRequests: [],
		left: { console: 0, failedRequests: 0 },
		crashed: false,
		firstError: null,
		failed: (entry) => {
			if (capture.failedRequests.length >= limits.failedRequests) capture.left.failedRequests += 1;
			else capture.failedRequests.push({ ...entry, url: entry.url.slice(0, limits.consoleCharacters) });
		},
	};
	const say = (level: string, text: string) => {
		if (level === "error") capture.firstError ??= text.slice(0, limits.consoleCharacters);
		if (capture.console.length >= limits.consoleLines) capture.left.console += 1;
		else capture.console.push({ level, text: text.slice(0, limits.consoleCharacters) });
	};
	page.on("console", (message: ConsoleMessage) => say(message.type(), message.text()));
	page.on("pageerror", (error) => say("error", error.message));
	page.on("crash", () => {
		capture.crashed = true;
	});
	page.on("requestfailed", (request: Request) => {
		const error = isInside(request.url(), origin) ? (request.failure()?.errorText ?? "failed") : outside;
		capture.failed({ url: request.url(), status: null, error });
	});
	page.on("response", (response: Response) => {
		if (response.status() < 400) return;
		// the proxy answers for what it refuses
		if (!isInside(response.url(), origin))
			capture.failed({ url: response.url(), status: null, error: outside });
		else capture.failed({ url: response.url(), status: response.status(), error: response.statusText() });
	});
	return capture;
}

/** Refuses everything that isn't the candidate's own server, before it leaves the page. */
export async function keepInside(context: BrowserContext, url: string, capture: Capture): Promise<void> {
	const origin = new URL(url);
	await context.route(
		(address) => !isInside(address.href, origin),
		(route) => route.abort("blockedbyclient"),
	);
	await context.routeWebSocket(
		(address) => !isInside(address.href, origin),
		(socket) => {
			capture.failed({ url: socket.url(), status: null, error: outside });
			socket.close({ code: 1008, reason: outside });
		},
	);
}

/** Addresses without a host (data, blob) are the page's own. */
function isInside(address: string, origin: URL): boolean {
	const url = parseUrl(address);
	if (url === null || !/^(https?|wss?):$/.test(url.protocol)) return true;
	return /^(http|ws):$/.test(url.protocol) && isSameServer(url.hostname, Number(url.port || 80), origin);
}
