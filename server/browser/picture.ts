import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { limits, type Picture } from "./job.ts";
import { within } from "./patience.ts";

/** The state as it is, once fonts are there and what moves has come to rest. Null if the page gives none. */
export async function takePicture(page: Page, path: string): Promise<Picture | null> {
	const settled = await within(page.evaluate("document.fonts.ready.then(() => true)"), limits.settleMs).catch(
		() => false,
	);
	try {
		if (settled === true) {
			const options = { path, animations: "disabled", caret: "hide", scale: "css" } as const;
			await within(page.screenshot({ ...options, timeout: limits.pictureMs }), limits.pictureMs);
		} else {
			await within(rawPicture(page, path), limits.pictureMs);
		}
		const header = (await readFile(path)).subarray(0, 24);
		return { path, width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
	} catch {
		return null;
	}
}

/** For a page that still loads or whose script hangs: what the browser last drew, without asking the page. */
async function rawPicture(page: Page, path: string): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send("Page.stopLoading");
	const { data } = await session.send("Page.captureScreenshot", { format: "png" });
	await writeFile(path, Buffer.from(data, "base64"));
}
