/** A seeded source of chance: the same seed gives the same faults at the same places (xorshift over a hashed seed). */
export interface Random {
	/** 0 ≤ x < 1 */
	next(): number;
	/** a whole number, both ends included */
	between(low: number, high: number): number;
	pick<T>(among: readonly T[]): T;
}

export function randomOf(...seed: readonly (string | number)[]): Random {
	let state = 2166136261;
	for (const letter of seed.join("/")) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
	state ||= 1;
	const next = () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
	for (let warm = 0; warm < 8; warm += 1) next();
	const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
	return { next, between, pick: (among) => among[between(0, among.length - 1)] as (typeof among)[number] };
}
