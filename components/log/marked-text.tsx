"use client";
import { createContext, useContext } from "react";
import { cutAt } from "./hits";

/** What is being looked for in the log; empty: nothing. */
export const SearchedWords = createContext("");

/** Text in which the words that are looked for are marked. */
export function MarkedText({ text }: { text: string }) {
	const words = useContext(SearchedWords);
	const pieces = cutAt(text, words);
	if (pieces.length === 1) return <>{text}</>;
	return (
		<>
			{pieces.map((piece, index) =>
				index % 2 === 0 ? (
					piece
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
					<mark key={index} className="rounded-sm bg-accent-wash text-ink outline-1 outline-accent">
						{piece}
					</mark>
				),
			)}
		</>
	);
}
