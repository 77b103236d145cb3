/** The hit after (or before) the place where one stands; around the end to the other one. Null: there is none. */
export function nextHit(seqs: readonly number[], at: number | null, by: 1 | -1): number | null {
	if (seqs.length === 0) return null;
	if (by === 1) return seqs.find((seq) => at === null || seq > at) ?? (seqs[0] as number);
	return seqs.findLast((seq) => at !== null && seq < at) ?? (seqs.at(-1) as number);
}

/** `3 of 41`, or how many there are while one stands at none of them. */
export function hitWords(seqs: readonly number[], at: number | null, more: boolean): string {
	if (seqs.length === 0) return "not found";
	const count = `${seqs.length.toLocaleString("en-US")}${more ? "+" : ""}`;
	const index = at === null ? -1 : seqs.indexOf(at);
	return index === -1 ? `${count} found` : `${(index + 1).toLocaleString("en-US")} of ${count}`;
}

/** Cuts a text where the words stand in it, capital or small letters alike; odd pieces are the words. */
export function cutAt(text: string, words: string): string[] {
	if (words === "") return [text];
	const low = text.toLowerCase();
	// letters that change their length when made small would shift the places
	if (low.length !== text.length) return [text];
	const wanted = words.toLowerCase();
	const pieces: string[] = [];
	let from = 0;
	for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, from)) {
		pieces.push(text.slice(from, at), text.slice(at, at + wanted.length));
		from = at + wanted.length;
	}
	return [...pieces, text.slice(from)];
}
