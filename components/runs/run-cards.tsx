"use client";
import Link from "next/link";
import type { RunListRow } from "@/server/domain/views.ts";
import { Ago } from "../format/time-text";
import { RunState } from "../verdict/run-state";
import { VerdictLine } from "../verdict/verdict-mark";
import { Tokens } from "./run-table";
import { SparkLine } from "./spark-line";

/** Two lines per run for phones. */
export function RunCards({ rows }: { rows: RunListRow[] }) {
	return (
		<ul className="md:hidden">
			{rows.map((row) => (
				<li key={row.runId} className="border-b border-rule">
					<Link href={`/runs/${row.runId}`} className="block space-y-1.5 py-2.5">
						<span className="flex items-baseline justify-between gap-3">
							<span className="truncate font-medium">
								{row.projectName} <span className="num text-xs text-ink-3">run {row.number}</span>
							</span>
							<span className="shrink-0 text-xs text-ink-3">
								<Ago at={row.createdAt} />
							</span>
						</span>
						<span className="flex items-center justify-between gap-3">
							<RunState status={row.status} endCause={row.endCause} detail={row.detail} />
							<VerdictLine verdict={row.verdict} />
						</span>
						<span className="flex items-center justify-between gap-3 text-xs">
							<span className="text-ink-2">
								{row.protocol} ·{" "}
								<span className="num">
									loop {row.loop}/{row.loops}
								</span>{" "}
								· <Tokens row={row} />
							</span>
							<SparkLine trajectory={row.trajectory} judged={row.verdict !== null} />
						</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
