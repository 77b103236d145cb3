"use client";
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { ScreensView } from "@/server/domain/views.ts";

export const compareModes = ["side", "swipe", "onion", "diff"] as const;
export type CompareMode = (typeof compareModes)[number];

/** A picture that was chosen first, waiting for the second of the same probe. */
export interface Marked {
	probe: string;
	candidate: string;
}

/** Which two pictures are compared and how; all of it stands in the URL, so that a link shows the same. */
export function useComparison(view: ScreensView) {
	const [query, setQuery] = useQueryStates({
		probe: parseAsString,
		/** candidates by ULID; `a` is the older one */
		a: parseAsString,
		b: parseAsString,
		mode: parseAsStringLiteral(compareModes).withDefault("side"),
		mark: parseAsBoolean.withDefault(false),
	});
	const [marked, setMarked] = useState<Marked | null>(null);
	const row = view.rows.find((one) => one.probeId === query.probe) ?? null;
	const cell = (id: string | null) =>
		row?.cells.find((one) => one?.candidateId === id && one.screenshot) ?? null;
	const order = (id: string) => view.candidates.findIndex((candidate) => candidate.id === id);

	const open = (probe: string, a: string | null, b: string) => {
		setMarked(null);
		const swapped = a !== null && order(a) > order(b);
		void setQuery({ probe, a: swapped ? b : a, b: swapped ? a : b });
	};
	const a = cell(query.a);
	const b = cell(query.b);
	return {
		shown: row && b ? { row, a, b } : null,
		mode: query.mode,
		highlight: query.mark,
		marked,
		open,
		/** first call chooses a picture, the second (of the same probe) opens the comparison */
		mark: (probe: string, candidate: string) => {
			if (marked?.probe !== probe) setMarked({ probe, candidate });
			else if (marked.candidate === candidate) setMarked(null);
			else open(probe, marked.candidate, candidate);
		},
		setMode: (mode: CompareMode) => void setQuery({ mode }),
		setHighlight: (mark: boolean) => void setQuery({ mark: mark || null }),
		setPair: (pair: { a?: string | null; b?: string }) => void setQuery(pair),
		close: () => void setQuery({ probe: null, a: null, b: null, mode: null, mark: null }),
	};
}

export type Comparison = ReturnType<typeof useComparison>;
