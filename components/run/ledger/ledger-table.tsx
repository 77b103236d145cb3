"use client";
import { Fragment } from "react";
import { loopWork } from "@/server/domain/active-time.ts";
import { useHoveredLoop } from "../../charts/hovered-loop";
import { Table, Th } from "../../ui/table";
import type { LedgerProps } from "./ledger-props";
import { LedgerRow } from "./ledger-row";
import { LoopDetails } from "./loop-details";

const columns = 12;

export function LedgerTable({ view, rows, selected, opened, toggle, screens }: LedgerProps) {
	const hovered = useHoveredLoop();
	return (
		<div className="overflow-x-auto max-md:hidden">
			<Table>
				<thead>
					<tr>
						<Th>loop</Th>
						<Th className="w-full">objective</Th>
						<Th>candidate</Th>
						<Th>Developer</Th>
						<Th>QA verdict</Th>
						<Th numeric title="verified / gaps">
							claims
						</Th>
						<Th title="opened, reopened, closed in this loop">issues</Th>
						<Th numeric className="max-lg:hidden">
							paths
						</Th>
						<Th numeric className="max-lg:hidden">
							screens
						</Th>
						<Th className="max-2xl:hidden">changed</Th>
						<Th numeric>tokens</Th>
						<Th numeric>time</Th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => {
						const work = loopWork(view, row.loop);
						return (
							<Fragment key={row.loop}>
								<LedgerRow
									row={row}
									alive={row.loop === view.loop && view.status !== "ended"}
									workMs={work?.ms ?? 0}
									workSince={work?.since ?? null}
									selected={row.loop === selected}
									hovered={row.loop === hovered}
									opened={row.loop === opened}
									toggle={toggle}
									screens={row.candidate ? screens.get(row.candidate.id) : undefined}
								/>
								{row.loop === opened ? (
									<tr className="border-b border-rule-strong bg-sunken">
										<td colSpan={columns} className="p-0">
											<LoopDetails
												view={view}
												row={row}
												screens={row.candidate ? screens.get(row.candidate.id) : undefined}
											/>
										</td>
									</tr>
								) : null}
							</Fragment>
						);
					})}
				</tbody>
			</Table>
		</div>
	);
}
