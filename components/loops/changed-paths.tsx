"use client";
import { useState } from "react";
import { useEvidence } from "@/components/evidence/evidence-context";
import { formatBytes } from "@/components/format/number";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { ChangedPath } from "@/server/domain/views.ts";

const marks = {
	add: { sign: "+", word: "added", ink: "text-pass" },
	update: { sign: "~", word: "changed", ink: "text-ink-3" },
	delete: { sign: "−", word: "deleted", ink: "text-fail" },
} as const;

/** Shape and word of a change, the same in lists and trees. */
export function ChangeMark({ change }: { change: ChangedPath["change"] }) {
	const mark = marks[change];
	return (
		<span className={cn("num w-3 shrink-0 text-center text-xs", mark.ink)} title={mark.word}>
			<span aria-hidden>{mark.sign}</span>
			<span className="sr-only">{mark.word}</span>
		</span>
	);
}

const fold = 8;

/** Paths that the Developer changed; each opens its difference beside the page. */
export function ChangedPaths({ paths }: { paths: ChangedPath[] }) {
	const { open, shown } = useEvidence();
	const [all, setAll] = useState(false);
	if (paths.length === 0) return <p className="text-xs text-ink-3">no path changed</p>;
	const visible = all ? paths : paths.slice(0, fold);
	return (
		<>
			<ul>
				{visible.map((path) => (
					<li key={path.path}>
						<button
							type="button"
							onClick={() => open({ kind: "file", id: path.path, examination: null })}
							className={cn(
								"flex w-full min-w-0 items-baseline gap-2 rounded-sm text-left hover:bg-sunken",
								shown?.kind === "file" && shown.id === path.path && "bg-sunken",
							)}
						>
							<ChangeMark change={path.change} />
							<span className="num min-w-0 flex-1 truncate text-xs" title={path.path}>
								{path.path}
							</span>
							<span className="num shrink-0 text-xs text-ink-3">{sizeWords(path)}</span>
						</button>
					</li>
				))}
			</ul>
			{paths.length > fold ? (
				<Button variant="quiet" className="-ml-2.5" aria-expanded={all} onClick={() => setAll(!all)}>
					{all ? "Fold" : `${paths.length - fold} more paths`}
				</Button>
			) : null}
		</>
	);
}

function sizeWords({ change, sizeBefore, sizeAfter }: ChangedPath): string {
	if (change === "add") return formatBytes(sizeAfter);
	if (change === "delete") return formatBytes(sizeBefore);
	if (sizeBefore === null || sizeAfter === null) return "";
	const by = sizeAfter - sizeBefore;
	return by === 0 ? "same size" : `${by > 0 ? "+" : "−"}${formatBytes(Math.abs(by))}`;
}
