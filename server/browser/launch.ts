import { type Browser, chromium } from "playwright-core";
import type { BrowserJob } from "./job.ts";

/** Quiet, and the same picture on every machine: no background traffic, one colour profile, software drawing. */
const flags = [
	"--disable-gpu",
	"--enable-unsafe-swiftshader",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--force-color-profile=srgb",
	"--disable-lcd-text",
	"--font-render-hinting=none",
	// what was drawn before must not show through in what is drawn again, by a shade that no eye sees but a hash does
	"--disable-partial-raster",
	"--disable-checker-imaging",
	"--num-raster-threads=1",
	// media devices and direct connections would go past the gate
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** A window that looks the same on every machine and keeps nothing. */
export const windowOptions = {
	deviceScaleFactor: 1,
	locale: "en-US",
	timezoneId: "UTC",
	reducedMotion: "reduce",
	colorScheme: "light",
	acceptDownloads: false,
	serviceWorkers: "block",
} as const;

/** Starts the browser with the gate as its only way out. Throws when it can't be started. */
export async function launchBrowser(
	job: Pick<BrowserJob, "browserPath" | "ownSandboxOff">,
	proxy: string,
): Promise<Browser> {
	return chromium.launch({
		executablePath: job.browserPath,
		headless: true,
		args: job.ownSandboxOff ? ["--no-sandbox", ...flags] : flags,
		chromiumSandbox: !job.ownSandboxOff,
		proxy: { server: proxy },
		timeout: 30_000,
		// the process group belongs to our parent, which ends it
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
}

/** Name, version and drawing back end, for the record of every picture. */
export async function describeBrowser(browser: Browser): Promise<Record<string, string>> {
	const page = await browser.newPage();
	try {
		const renderer = await page.evaluate(() => {
			const context = document.createElement("canvas").getContext("webgl");
			if (context === null) return "no WebGL";
			const names = context.getExtension("WEBGL_debug_renderer_info");
			return String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
		});
		return {
			browser: browser.browserType().name(),
			version: browser.version(),
			renderer,
			deviceScaleFactor: "1",
			locale: "en-US",
			timezone: "UTC",
		};
	} finally {
		await page.close();
	}
}
