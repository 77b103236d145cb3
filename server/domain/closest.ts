/** The word that is at most a third of its letters away; null if none is. */
export function closest(word: string, known: readonly string[]): string | null {
	const scored = known
		.map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
		.sort((a, b) => a.away - b.away);
	const best = scored[0];
	return best && best.away <= Math.max(1, Math.ceil(best.candidate.length / 3)) ? best.candidate : null;
}

/** Edits (insert, delete, replace) between two words; a swap of neighbours counts as one. */
function distance(a: string, b: string): number {
	const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row.push(
				Math.min(
					(rows[i - 1]?.[j] ?? 0) + 1,
					(row[j - 1] ?? 0) + 1,
					(rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
					swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
		rows.push(row);
	}
	return rows[a.length]?.[b.length] ?? 0;
}
