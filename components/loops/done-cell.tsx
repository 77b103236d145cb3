import { Shape } from "@/components/verdict/shape";
import { plainText } from "@/server/domain/plain-text.ts";
import type { DoneWord } from "./line-up";

/** The Developer's own words: outlined and quiet, as they are claimed and not proved. */
export function DoneCell({ words, silent = "no word" }: { words: DoneWord[]; silent?: string }) {
	if (words.length === 0) return <span className="text-xs text-ink-3">{silent}</span>;
	return (
		<ul className="space-y-1">
			{words.map((word) => (
				<li key={word.title} className="flex gap-2">
					<Shape name={word.done ? "ring" : "cross"} className="mt-[5px] text-ink-3" />
					<span className="min-w-0 wrap-anywhere">
						<span className="sr-only">{word.done ? "says done: " : "says not done: "}</span>
						{word.title}
						{word.note ? <span className="block text-xs text-ink-2">{plainText(word.note)}</span> : null}
					</span>
				</li>
			))}
		</ul>
	);
}
