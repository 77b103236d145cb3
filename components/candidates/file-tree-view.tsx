"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { formatBytes } from "@/components/format/number";
import { ChangeMark } from "@/components/loops/changed-paths";
import { cn } from "@/components/ui/class-names";
import { Segmented } from "@/components/ui/segmented";
import type { FileEntry } from "@/server/domain/views.ts";
import { type TreeRow, treeRows } from "./file-tree";

const rowHeight = 24;

/** The candidate's files as a tree; folders with changes stand open. Only what is in view is drawn. */
export function FileTree({
	entries,
	chosen,
	onChoose,
}: {
	entries: FileEntry[];
	chosen: string | null;
	onChoose: (path: string) => void;
}) {
	const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
	const changed = entries.filter((entry) => entry.change !== null && entry.type !== "directory").length;
	const [only, setOnly] = useState<"all" | "changed">("all");
	const rows = useMemo(() => {
		const shown = only === "changed" ? entries.filter((entry) => entry.change !== null) : entries;
		const small = shown.length <= 60;
		return treeRows(shown, (path, changes) => turned.get(path) ?? (small || changes > 0));
	}, [entries, turned, only]);
	const scroller = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		overscan: 10,
	});
	if (entries.length === 0) return <p className="text-ink-3">The candidate has no files.</p>;
	return (
		<div>
			{changed > 0 && changed < entries.length ? (
				<Segmented
					label="Which files"
					value={only}
					onChange={setOnly}
					className="mb-2"
					options={[
						{ value: "all", label: "all" },
						{ value: "changed", label: `changed ${changed}` },
					]}
				/>
			) : null}
			<div
				ref={scroller}
				role="tree"
				aria-label="Files"
				className="relative max-h-[70dvh] overflow-y-auto"
				style={{ height: Math.min(rows.length * rowHeight, 1600) }}
			>
				<div className="relative" style={{ height: virtual.getTotalSize() }}>
					{virtual.getVirtualItems().map((item) => {
						const row = rows[item.index];
						if (!row) return null;
						return (
							<Row
								key={row.path}
								row={row}
								top={item.start}
								chosen={row.path === chosen}
								onPick={() => {
									if (row.directory) setTurned(new Map(turned).set(row.path, !row.expanded));
									else onChoose(row.path);
								}}
							/>
						);
					})}
				</div>
			</div>
		</div>
	);
}

function Row({
	row,
	top,
	chosen,
	onPick,
}: {
	row: TreeRow;
	top: number;
	chosen: boolean;
	onPick: () => void;
}) {
	const change = row.directory ? null : (row.entry?.change ?? null);
	return (
		<button
			type="button"
			role="treeitem"
			aria-level={row.depth + 1}
			aria-expanded={row.directory ? row.expanded : undefined}
			aria-selected={chosen}
			onClick={onPick}
			title={row.path}
			className={cn(
				"absolute left-0 flex h-6 w-full items-center gap-1.5 rounded-sm pr-1 text-left hover:bg-sunken",
				chosen && "bg-sunken font-medium",
			)}
			style={{ transform: `translateY(${top}px)`, paddingLeft: row.depth * 14 }}
		>
			{row.directory ? (
				<ChevronRight className={cn("size-3 shrink-0 text-ink-3", row.expanded && "rotate-90")} aria-hidden />
			) : change ? (
				<ChangeMark change={change} />
			) : (
				<span className="w-3 shrink-0" />
			)}
			<span className={cn("num min-w-0 flex-1 truncate text-xs", change === "delete" && "line-through")}>
				{row.name}
				{row.entry?.type === "link" ? ` → ${row.entry.target}` : ""}
			</span>
			<span className="num shrink-0 text-xs text-ink-3">
				{row.directory ? (row.changes > 0 ? `${row.changes} Δ` : "") : formatBytes(row.entry?.size ?? null)}
			</span>
		</button>
	);
}
