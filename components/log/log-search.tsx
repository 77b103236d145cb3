"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useRef, useState } from "react";
import { useKeys } from "@/components/keys/use-keys";
import { useApi } from "@/components/live/api";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { hitWords, nextHit } from "./hits";
import type { LogScope } from "./use-log-window";

/** Finds words in the whole log, not only in the part that the page holds, and walks from hit to hit. */
export function LogSearch({
	scope,
	words,
	at,
	onWords,
	onSeq,
}: {
	scope: Pick<LogScope, "runId" | "invocationId" | "types">;
	/** what is looked for; empty: nothing */
	words: string;
	/** event that one stands at */
	at: number | null;
	onWords: (words: string) => void;
	onSeq: (seq: number) => void;
}) {
	const api = useApi();
	const queries = useQueryClient();
	const field = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(words);
	const options = (wanted: string) =>
		api.log.find.queryOptions({
			runId: scope.runId,
			invocationId: scope.invocationId,
			...(scope.types ? { types: scope.types } : {}),
			words: wanted,
		});
	const query = useQuery({ ...options(words), enabled: words !== "" });
	const seqs = query.data?.seqs ?? [];
	const step = (by: 1 | -1) => {
		const next = nextHit(seqs, at, by);
		if (next !== null) onSeq(next);
	};
	const look = async (by: 1 | -1) => {
		const wanted = text.trim();
		const again = wanted === words;
		if (!again) onWords(wanted);
		if (wanted === "") return;
		// a run that is at work has said more since the last look
		const found = await queries.fetchQuery({ ...options(wanted), staleTime: 0 }).catch(() => null);
		const next = nextHit(found?.seqs ?? seqs, again ? at : null, by);
		if (next !== null) onSeq(next);
	};
	useKeys("Log", [
		{ key: "/", label: "find in the log", run: () => field.current?.select() },
		{ key: "n", label: "next hit", run: () => step(1) },
		{ key: "N", label: "hit before", run: () => step(-1) },
	]);
	const said = query.error
		? "not searched"
		: query.data
			? hitWords(seqs, at, query.data.stoppedAt !== null)
			: "searching…";
	return (
		<search className="flex min-w-0 items-center gap-1 max-sm:w-full">
			<Input
				ref={field}
				aria-label="Find in the log"
				placeholder="Find in the log"
				className="h-7 w-52 text-xs max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
				maxLength={200}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "Enter") void look(event.shiftKey ? -1 : 1);
					if (event.key === "Escape") {
						setText("");
						onWords("");
					}
				}}
			/>
			{words === "" ? null : (
				<>
					<span
						className="num min-w-18 text-right text-xs whitespace-nowrap text-ink-2"
						aria-live="polite"
						title={query.error?.message}
					>
						{said}
					</span>
					<IconButton label="Hit before" hotkey="N" disabled={seqs.length === 0} onClick={() => step(-1)}>
						<ChevronUp aria-hidden />
					</IconButton>
					<IconButton label="Next hit" hotkey="n" disabled={seqs.length === 0} onClick={() => step(1)}>
						<ChevronDown aria-hidden />
					</IconButton>
					<IconButton
						label="End the search"
						onClick={() => {
							setText("");
							onWords("");
						}}
					>
						<X aria-hidden />
					</IconButton>
				</>
			)}
		</search>
	);
}
