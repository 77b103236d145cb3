import type { Usage } from "../domain/usage.ts";

/** Tokens as the machine interface names them (design §9); null = unknown. `reasoning` is a part of `output`. */
export interface TokenTotals {
	input: number | null;
	cacheRead: number | null;
	cacheWrite: number | null;
	output: number | null;
	reasoning: number | null;
	cost: number | null;
	origin: Usage["origin"] | null;
}

export function tokenTotals(usage: Usage | null): TokenTotals {
	return {
		input: usage?.input ?? null,
		cacheRead: usage?.cacheRead ?? null,
		cacheWrite: usage?.cacheWrite ?? null,
		output: usage?.output ?? null,
		reasoning: usage?.reasoning ?? null,
		cost: usage?.costUsd ?? null,
		origin: usage?.origin ?? null,
	};
}
