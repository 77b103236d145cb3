/** How a picture lies in a stage: picture pixels × scale + offset = stage pixels. */
export interface Viewport {
	scale: number;
	x: number;
	y: number;
}
export interface Size {
	width: number;
	height: number;
}
export interface Region extends Size {
	x: number;
	y: number;
}

const smallest = 0.05;
const largest = 16;

/** Whole picture in view, centred, never blown up above its own size. */
export function fitTo(picture: Size, stage: Size, margin = 16): Viewport {
	const room = { width: stage.width - 2 * margin, height: stage.height - 2 * margin };
	const scale = clamp(Math.min(room.width / picture.width, room.height / picture.height, 1));
	return {
		scale,
		x: (stage.width - picture.width * scale) / 2,
		y: (stage.height - picture.height * scale) / 2,
	};
}

/** Zooms by `factor` so that the point under the pointer (stage pixels) stays where it is. */
export function zoomAt(view: Viewport, point: { x: number; y: number }, factor: number): Viewport {
	const scale = clamp(view.scale * factor);
	const ratio = scale / view.scale;
	return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Brings a region of the picture to the middle of the stage, with air around it. */
export function focusOn(region: Region, stage: Size): Viewport {
	const air = 3;
	const scale = clamp(Math.min(stage.width / (region.width * air), stage.height / (region.height * air), 4));
	return {
		scale,
		x: stage.width / 2 - (region.x + region.width / 2) * scale,
		y: stage.height / 2 - (region.y + region.height / 2) * scale,
	};
}

/** Next (1) or previous (-1) of `count` regions; wraps; null = none chosen yet. */
export function stepRegion(current: number | null, count: number, by: 1 | -1): number | null {
	if (count === 0) return null;
	if (current === null) return by === 1 ? 0 : count - 1;
	return (current + by + count) % count;
}

function clamp(scale: number): number {
	return Number.isFinite(scale) && scale > 0 ? Math.min(largest, Math.max(smallest, scale)) : 1;
}
