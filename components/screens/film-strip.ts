import type { ScreensView } from "@/server/domain/views.ts";

type Cell = NonNullable<ScreensView["rows"][number]["cells"][number]>;

/** A piece of a film strip, oldest first. A run of unchanged frames is one `ticks` piece. */
export type StripPiece =
	| { kind: "frame"; index: number; cell: Cell; previous: Cell | null }
	| { kind: "ticks"; indices: number[] }
	/** no visit, or a visit without a picture */
	| { kind: "hole"; index: number; cell: Cell | null };

/**
 * Lays a probe's cells out as a strip: the first picture and every changed one keep their size, unchanged ones shrink
 * to ticks. The newest picture always keeps its size: it is what the product looks like now.
 */
export function filmStrip(row: ScreensView["rows"][number]): StripPiece[] {
	const pieces: StripPiece[] = [];
	let previous: Cell | null = null;
	const lastPicture = row.cells.findLastIndex((cell) => cell?.screenshot != null);
	row.cells.forEach((cell, index) => {
		if (cell === null || cell.screenshot === null) {
			pieces.push({ kind: "hole", index, cell });
			return;
		}
		if (cell.unchanged === true && index !== lastPicture) {
			const last = pieces.at(-1);
			if (last?.kind === "ticks") last.indices.push(index);
			else pieces.push({ kind: "ticks", indices: [index] });
		} else {
			pieces.push({ kind: "frame", index, cell, previous });
		}
		previous = cell;
	});
	return pieces;
}

/** Counts for the head of a strip. */
export function stripCounts(row: ScreensView["rows"][number]): { pictures: number; changes: number } {
	const pictures = row.cells.filter((cell) => cell?.screenshot != null);
	return { pictures: pictures.length, changes: pictures.filter((cell) => cell?.unchanged === false).length };
}

/** The pair that a person most likely wants: the newest changed picture against the one before it. */
export function defaultPair(row: ScreensView["rows"][number]): { a: string; b: string } | null {
	const shown = row.cells.filter((cell): cell is Cell => cell !== null && cell.screenshot !== null);
	const changed = shown.findLastIndex((cell) => cell.unchanged === false);
	const at = changed > 0 ? changed : shown.length - 1;
	const a = shown[at - 1];
	const b = shown[at];
	return a && b ? { a: a.candidateId, b: b.candidateId } : null;
}
