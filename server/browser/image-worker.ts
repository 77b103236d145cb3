import { parentPort } from "node:worker_threads";
import sharp from "sharp";
import type { ImageComparison } from "../domain/views.ts";
import { type Bitmap, diffBitmaps } from "./image-diff.ts";

/*
 * Worker thread: comparing two pictures takes a tenth of a second of pure computing, which must not stop the daemon.
 */

export interface ImageRequest {
	id: number;
	a: Uint8Array;
	b: Uint8Array;
}
export type ImageAnswer = { id: number; result: ImageComparison } | { id: number; error: string };

const maxPixels = 40_000_000;

parentPort?.on("message", async ({ id, a, b }: ImageRequest) => {
	let answer: ImageAnswer;
	try {
		answer = { id, result: await compare(a, b) };
	} catch (error) {
		answer = { id, error: error instanceof Error ? error.message : String(error) };
	}
	parentPort?.postMessage(answer);
});

async function compare(a: Uint8Array, b: Uint8Array): Promise<ImageComparison> {
	const [before, after] = await Promise.all([decode(a), decode(b)]);
	const { picture, ...numbers } = diffBitmaps(before, after);
	const { width, height, data } = picture;
	const png = await sharp(data, { raw: { width, height, channels: 4 } })
		.png({ compressionLevel: 4 })
		.toBuffer();
	return { ...numbers, difference: `data:image/png;base64,${png.toString("base64")}` };
}

async function decode(bytes: Uint8Array): Promise<Bitmap> {
	const image = sharp(bytes, { limitInputPixels: maxPixels }).ensureAlpha().toColourspace("srgb");
	const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
	return { width: info.width, height: info.height, data };
}
