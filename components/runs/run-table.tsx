"use client";
import Link from "next/link";
import type { RunListRow } from "@/server/domain/views.ts";
import { Cost, Short } from "../format/figure";
import { bindingsName } from "../format/run-names";
import { Ago, RunTime } from "../format/time-text";
import { cn } from "../ui/class-names";
import { Table, Td, Th, Tr } from "../ui/table";
import { RunState } from "../verdict/run-state";
import { VerdictLine } from "../verdict/verdict-mark";
import { useCompareSet } from "./compare-set";
import { SparkLine } from "./spark-line";

/** The dense table for wide windows; `RunCards` says the same in two lines on narrow ones. */
export function RunTable({ rows, selected }: { rows: RunListRow[]; selected: string | null }) {
	const compared = useCompareSet();
	return (
		<div className="overflow-x-auto max-md:hidden">
			<Table>
				<thead>
					<tr>
						<Th className="w-44">state</Th>
						<Th>run</Th>
						<Th>protocol</Th>
						<Th className="max-xl:hidden">planner ▸ developer ▸ QA</Th>
						<Th numeric>loop</Th>
						<Th>open / closed</Th>
						<Th>last verdict</Th>
						<Th numeric>tokens</Th>
						<Th numeric className="max-lg:hidden">
							cost
						</Th>
						<Th numeric>time</Th>
						<Th numeric>started</Th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<Tr
							key={row.runId}
							data-run={row.runId}
							aria-selected={row.runId === selected}
							className={cn("relative hover:bg-sunken", row.runId === selected && "bg-sunken")}
						>
							<Td>
								<RunState status={row.status} endCause={row.endCause} detail={row.detail} />
								{row.stage ? <span className="ml-1.5 text-xs text-ink-3">{row.stage}</span> : null}
							</Td>
							<Td className="max-w-64 truncate">
								<Link href={`/runs/${row.runId}`} className="font-medium after:absolute after:inset-0">
									{row.projectName} <span className="num text-xs text-ink-3">run {row.number}</span>
								</Link>
								{compared.includes(row.runId) ? (
									<span className="ml-2 text-xs text-ink-3">in Compare</span>
								) : null}
							</Td>
							<Td>{row.protocol}</Td>
							<Td
								className="max-w-72 truncate text-xs text-ink-2 max-xl:hidden"
								title={bindingsName(row.bindings)}
							>
								{bindingsName(row.bindings)}
							</Td>
							<Td numeric>
								<span key={row.loop} className="animate-changed">
									{row.loop}
								</span>
								<span className="text-ink-3">/{row.loops}</span>
							</Td>
							<Td>
								<SparkLine trajectory={row.trajectory} judged={row.verdict !== null} />
							</Td>
							<Td>
								<VerdictLine verdict={row.verdict} />
							</Td>
							<Td numeric>
								<Tokens row={row} />
							</Td>
							<Td numeric className="max-lg:hidden">
								<Cost usd={row.costUsd} />
							</Td>
							<Td numeric>
								<RunTime run={row} />
							</Td>
							<Td numeric className="text-ink-2">
								<Ago at={row.createdAt} />
							</Td>
						</Tr>
					))}
				</tbody>
			</Table>
		</div>
	);
}

/** Simulated numbers never pass for real ones. */
export function Tokens({ row }: { row: Pick<RunListRow, "tokens" | "tokensOrigin"> }) {
	if (row.tokensOrigin !== "simulated") return <Short value={row.tokens} unit="tokens" />;
	return (
		<span className="text-ink-3" title="simulated by the scripted harness">
			≈ <Short value={row.tokens} unit="simulated tokens" />
		</span>
	);
}
