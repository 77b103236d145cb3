import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createImageComparer, type ImageComparer } from "../../server/browser/compare-images.ts";
import { bundle } from "../support/bundle.ts";

let comparer: ImageComparer;

beforeAll(() => {
	comparer = createImageComparer(bundle("server/browser/image-worker.ts", "image"));
});
afterAll(() => comparer.close());

interface Box {
	left: number;
	top: number;
	width: number;
	height: number;
}

/** A light picture with dark boxes on it. */
function picture(width: number, height: number, boxes: Box[]): Promise<Buffer> {
	const paper = { r: 250, g: 248, b: 244, alpha: 1 };
	return sharp({ create: { width, height, channels: 4, background: paper } })
		.composite(
			boxes.map(({ left, top, ...size }) => ({
				input: { create: { ...size, channels: 4 as const, background: { r: 20, g: 30, b: 60, alpha: 1 } } },
				left,
				top,
			})),
		)
		.png()
		.toBuffer();
}

describe("comparing two pictures", () => {
	it("finds nothing between equal pictures", async () => {
		const same = await picture(300, 200, [{ left: 10, top: 10, width: 20, height: 20 }]);
		expect(await comparer.compareImages(same, Buffer.from(same))).toMatchObject({
			width: 300,
			height: 200,
			changedPixels: 0,
			share: 0,
			regions: [],
		});
	});

	it("counts changed pixels and bounds separate changes, the largest first", async () => {
		const before = await picture(400, 300, []);
		const boxes = [
			{ left: 20, top: 30, width: 10, height: 12 },
			{ left: 200, top: 100, width: 50, height: 60 },
		];
		const result = await comparer.compareImages(before, await picture(400, 300, boxes));
		expect(result.changedPixels).toBe(10 * 12 + 50 * 60);
		expect(result.share).toBeCloseTo(3120 / 120_000, 10);
		expect(result.regions).toEqual([
			{ x: 200, y: 100, width: 50, height: 60 },
			{ x: 20, y: 30, width: 10, height: 12 },
		]);
		const difference = Buffer.from(result.difference.replace("data:image/png;base64,", ""), "base64");
		expect(await sharp(difference).metadata()).toMatchObject({ format: "png", width: 400, height: 300 });
	});

	it("counts what only one of two sizes covers, white included", async () => {
		const result = await comparer.compareImages(await picture(100, 100, []), await picture(120, 80, []));
		expect(result).toMatchObject({ width: 120, height: 100, changedPixels: 120 * 100 - 100 * 80 });
	});

	it("names at most fifty regions", async () => {
		const boxes = Array.from({ length: 80 }, (_, index) => ({
			left: (index % 10) * 60,
			top: Math.floor(index / 10) * 60,
			width: 4,
			height: 4,
		}));
		const result = await comparer.compareImages(await picture(640, 520, []), await picture(640, 520, boxes));
		expect(result.regions).toHaveLength(50);
	});

	it("asks for the same pair once", async () => {
		const [a, b] = [
			await picture(640, 400, []),
			await picture(640, 400, [{ left: 1, top: 1, width: 9, height: 9 }]),
		];
		expect(comparer.compareImages(a, b)).toBe(comparer.compareImages(a, b));
	});

	it("says that a picture can't be read, and goes on", async () => {
		const good = await picture(50, 50, []);
		await expect(comparer.compareImages(good, Buffer.from("no picture"))).rejects.toThrow(
			/^The pictures can't be compared: /,
		);
		expect((await comparer.compareImages(good, await picture(51, 50, []))).changedPixels).toBe(50);
	});
});
