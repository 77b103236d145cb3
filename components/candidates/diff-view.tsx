"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { FileDiff } from "@/server/domain/views.ts";
import { type DiffRow, diffCounts, diffRows } from "./diff-rows";

const firstRows = 600;

/** A unified diff: old and new line numbers, marks that don't depend on colour. */
export function DiffView({ diff }: { diff: FileDiff }) {
	const [all, setAll] = useState(false);
	if (diff.reason !== null && diff.hunks.length === 0) return <p className="text-ink-3">{diff.reason}</p>;
	const rows = diffRows(diff);
	const shown = all ? rows : rows.slice(0, firstRows);
	const { added, deleted } = diffCounts(diff);
	return (
		<div>
			<p className="num pb-1.5 text-xs text-ink-3">
				<span className="text-pass">+{added}</span> <span className="text-fail">−{deleted}</span>
				{diff.reason ? ` · ${diff.reason}` : ""}
			</p>
			<div
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="relative overflow-x-auto border-y border-rule"
			>
				<table className="num w-full border-collapse text-xs leading-5">
					<tbody>
						{shown.map((row) => (
							<DiffLine key={row.key} row={row} />
						))}
					</tbody>
				</table>
			</div>
			{shown.length < rows.length ? (
				<Button variant="quiet" onClick={() => setAll(true)} className="mt-1">
					{rows.length - shown.length} more lines
				</Button>
			) : null}
		</div>
	);
}

const marks = { add: "+", delete: "−", same: " " } as const;

function DiffLine({ row }: { row: DiffRow }) {
	if (row.kind === "gap") {
		return (
			<tr>
				<td colSpan={4} className="border-y border-rule bg-sunken px-2 text-ink-3">
					{row.text || "…"}
				</td>
			</tr>
		);
	}
	return (
		<tr
			className={cn(
				row.kind === "add" && "bg-[color-mix(in_srgb,var(--pass)_12%,transparent)]",
				row.kind === "delete" && "bg-[color-mix(in_srgb,var(--fail)_12%,transparent)]",
			)}
		>
			<td className="w-8 px-1 text-right text-ink-2 select-none">{row.before}</td>
			<td className="w-8 px-1 text-right text-ink-2 select-none">{row.after}</td>
			<td className="w-4 px-1 text-ink-2 select-none">{marks[row.kind]}</td>
			<td className="pr-2 whitespace-pre">{row.text === "" ? " " : row.text}</td>
		</tr>
	);
}
