import sharp from "sharp";
import { createImageComparer } from "../../../server/browser/compare-images.ts";
import { loadConfig } from "../../../server/config.ts";
import { atMost, type Measure, median } from "../measure.ts";

const size = { width: 1440, height: 900 };
const rounds = 7;

/** Two screenshots of the usual size, some parts changed; then the same question again. */
export const imageDifference: Measure = {
	name: "image-difference",
	summary: `${rounds} pairs of ${size.width} × ${size.height}`,
	async run() {
		const images = createImageComparer(loadConfig().entry("image"));
		// the comparer's thread keeps no process alive, and nothing else is under way here
		const awake = setInterval(() => {}, 1000);
		try {
			const before = await picture(0);
			// the thread is started by the first question ever
			await images.compareImages(await picture(99), await picture(98));
			const fresh: number[] = [];
			const again: number[] = [];
			for (let round = 1; round <= rounds; round += 1) {
				const after = await picture(round);
				fresh.push(await timed(() => images.compareImages(before, after)));
				again.push(await timed(() => images.compareImages(before, after)));
			}
			return [
				atMost("image difference 1440 × 900", median(fresh), "ms", 150, `median of ${rounds}`),
				atMost("the same again (cached)", median(again), "ms", 15),
			];
		} finally {
			clearInterval(awake);
			await images.close();
		}
	},
};

/** Something like a page: rules, blocks of text-like stripes, and one block that depends on the number. */
async function picture(number: number): Promise<Buffer> {
	const stripes = Array.from(
		{ length: 60 },
		(_, row) =>
			`<rect x="40" y="${20 + row * 14}" width="${300 + ((row * 137) % 900)}" height="7" fill="hsl(${(row * 47) % 360} 30% 60%)"/>`,
	).join("");
	const moved = `<rect x="${100 + number * 37}" y="300" width="220" height="140" fill="hsl(${number * 40} 70% 50%)"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/>${stripes}${moved}</svg>`;
	return sharp(Buffer.from(svg)).png().toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
