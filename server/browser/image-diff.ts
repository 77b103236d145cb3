import pixelmatch from "pixelmatch";
import type { ImageComparison } from "../domain/views.ts";

/** Edge of the squares in which neighbouring changes are gathered, in pixels. */
const cell = 16;
const maxRegions = 50;
const vermilion = [213, 64, 32] as const;

/** Raw RGBA, row by row. */
export interface Bitmap {
	width: number;
	height: number;
	data: Buffer;
}

/**
 * Compares two pictures pixel by pixel; anti-aliased edges don't count, what only one of them covers does.
 * `picture`: the later one in pale grey with every changed pixel in vermilion.
 */
export function diffBitmaps(a: Bitmap, b: Bitmap): Omit<ImageComparison, "difference"> & { picture: Bitmap } {
	const width = Math.max(a.width, b.width);
	const height = Math.max(a.height, b.height);
	const before = pad(a, width, height);
	const after = pad(b, width, height);
	const mask = Buffer.alloc(width * height * 4);
	pixelmatch(before, after, mask, width, height, { threshold: 0.1, diffMask: true });
	markUncovered(mask, a, b, width, height);

	const picture = Buffer.alloc(width * height * 4);
	const columns = Math.ceil(width / cell);
	const rows = Math.ceil(height / cell);
	const grid = new Map<number, Region>();
	let changedPixels = 0;
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const at = (y * width + x) * 4;
			if (mask[at + 3] === 0) {
				pale(after, picture, at);
				continue;
			}
			changedPixels += 1;
			picture.set(vermilion, at);
			picture[at + 3] = 255;
			grow(grid, Math.floor(y / cell) * columns + Math.floor(x / cell), x, y);
		}
	}
	return {
		width,
		height,
		changedPixels,
		share: changedPixels / (width * height),
		regions: join(grid, columns, rows),
		picture: { width, height, data: picture },
	};
}

interface Region {
	left: number;
	top: number;
	right: number;
	bottom: number;
	pixels: number;
}

function pad(bitmap: Bitmap, width: number, height: number): Buffer {
	if (bitmap.width === width && bitmap.height === height) return bitmap.data;
	const padded = Buffer.alloc(width * height * 4);
	for (let y = 0; y < bitmap.height; y += 1) {
		bitmap.data.copy(padded, y * width * 4, y * bitmap.width * 4, (y + 1) * bitmap.width * 4);
	}
	return padded;
}

function markUncovered(mask: Buffer, a: Bitmap, b: Bitmap, width: number, height: number): void {
	if (a.width === b.width && a.height === b.height) return;
	const sharedWidth = Math.min(a.width, b.width);
	const sharedHeight = Math.min(a.height, b.height);
	for (let y = 0; y < height; y += 1) {
		for (let x = y < sharedHeight ? sharedWidth : 0; x < width; x += 1) mask[(y * width + x) * 4 + 3] = 255;
	}
}

function pale(from: Buffer, to: Buffer, at: number): void {
	const light =
		0.299 * (from[at] as number) + 0.587 * (from[at + 1] as number) + 0.114 * (from[at + 2] as number);
	const grey = Math.round(255 - (255 - light) * 0.25);
	to[at] = grey;
	to[at + 1] = grey;
	to[at + 2] = grey;
	to[at + 3] = 255;
}

function grow(grid: Map<number, Region>, key: number, x: number, y: number): void {
	const region = grid.get(key);
	if (region === undefined) {
		grid.set(key, { left: x, top: y, right: x, bottom: y, pixels: 1 });
		return;
	}
	region.left = Math.min(region.left, x);
	region.top = Math.min(region.top, y);
	region.right = Math.max(region.right, x);
	region.bottom = Math.max(region.bottom, y);
	region.pixels += 1;
}

/** Neighbouring squares become one region; the ones with the most changed pixels come first. */
function join(grid: Map<number, Region>, columns: number, rows: number): ImageComparison["regions"] {
	const regions: Region[] = [];
	const waiting = new Map(grid);
	for (const start of grid.keys()) {
		if (!waiting.has(start)) continue;
		const whole: Region = { left: Infinity, top: Infinity, right: 0, bottom: 0, pixels: 0 };
		const stack = [start];
		for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
			const part = waiting.get(key);
			if (part === undefined) continue;
			waiting.delete(key);
			whole.left = Math.min(whole.left, part.left);
			whole.top = Math.min(whole.top, part.top);
			whole.right = Math.max(whole.right, part.right);
			whole.bottom = Math.max(whole.bottom, part.bottom);
			whole.pixels += part.pixels;
			stack.push(...neighbours(key, columns, rows));
		}
		regions.push(whole);
	}
	return regions
		.sort((one, other) => other.pixels - one.pixels || one.top - other.top || one.left - other.left)
		.slice(0, maxRegions)
		.map(({ left, top, right, bottom }) => ({
			x: left,
			y: top,
			width: right - left + 1,
			height: bottom - top + 1,
		}));
}

function neighbours(key: number, columns: number, rows: number): number[] {
	const x = key % columns;
	const y = Math.floor(key / columns);
	const found: number[] = [];
	for (let down = -1; down <= 1; down += 1) {
		for (let right = -1; right <= 1; right += 1) {
			const inside = x + right >= 0 && x + right < columns && y + down >= 0 && y + down < rows;
			if (inside && (right !== 0 || down !== 0)) found.push((y + down) * columns + x + right);
		}
	}
	return found;
}
