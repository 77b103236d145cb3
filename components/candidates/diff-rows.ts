import type { FileDiff } from "@/server/domain/views.ts";

export type DiffRow =
	| { kind: "gap"; key: string; text: string }
	| {
			kind: "same" | "add" | "delete";
			key: string;
			before: number | null;
			after: number | null;
			text: string;
	  };

/** Flat rows of a unified diff: a hunk's header says how many lines were passed over since the hunk before. */
export function diffRows(diff: FileDiff): DiffRow[] {
	const rows: DiffRow[] = [];
	let seen = 0;
	diff.hunks.forEach((hunk, index) => {
		const first = hunk.lines.find((line) => line.before !== null)?.before ?? seen + 1;
		const passed = first - seen - 1;
		if (passed > 0) {
			rows.push({
				kind: "gap",
				key: `gap${index}`,
				text: `${passed} unchanged line${passed === 1 ? "" : "s"}`,
			});
		} else if (index > 0) {
			rows.push({ kind: "gap", key: `gap${index}`, text: "" });
		}
		hunk.lines.forEach((line, at) => {
			rows.push({ ...line, key: `${index}:${at}` });
			if (line.before !== null) seen = line.before;
		});
	});
	return rows;
}

/** Lines added and taken away, for the head of a diff. */
export function diffCounts(diff: FileDiff): { added: number; deleted: number } {
	let added = 0;
	let deleted = 0;
	for (const hunk of diff.hunks) {
		for (const line of hunk.lines) {
			if (line.kind === "add") added++;
			if (line.kind === "delete") deleted++;
		}
	}
	return { added, deleted };
}
