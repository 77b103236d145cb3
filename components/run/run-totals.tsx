import type { ReactNode } from "react";
import { usageByRole } from "@/server/domain/run-totals.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { spendingOf, type UnitCost } from "@/server/domain/spending.ts";
import { isAccepted } from "@/server/domain/verdict.ts";
import { Cost, CostSum, Short } from "../format/figure";
import { formatExact } from "../format/number";
import { Ago, RunTime } from "../format/time-text";
import { Section } from "../ui/section";
import { Table, Td, Th, Tr } from "../ui/table";
import { playersOf } from "./players";

/** The run in figures: what it made and what it used. */
export function RunTotals({ view }: { view: RunView }) {
	const judged = view.rows.filter((row) => row.verdict !== null);
	const accepted = judged.filter((row) => row.verdict && isAccepted(row.verdict)).length;
	const spending = spendingOf(view);
	const byRole = usageByRole(view);
	const usages = playersOf(view.bindings).map(({ role, title }) => ({
		role,
		title,
		usage: byRole[role] ?? null,
		calls: view.rows.reduce((sum, row) => sum + (row.calls[role] ?? 0), 0),
		unpriced: spending.byRole[role]?.unpriced ?? 0,
	}));
	const simulated = view.rows.some((row) =>
		Object.values(row.usage).some(({ origin }) => origin === "simulated"),
	);
	return (
		<Section
			title="Totals"
			aside={simulated ? <span className="text-xs text-ink-3">tokens are simulated</span> : null}
		>
			<dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
				<Fact name="candidates">{formatExact(view.rows.filter((row) => row.candidate !== null).length)}</Fact>
				<Fact name="judged">{formatExact(judged.length)}</Fact>
				<Fact name="accepted">{formatExact(accepted)}</Fact>
				<Fact name="criteria">{formatExact(view.criteria)}</Fact>
				<Fact name="answers by people">{formatExact(view.humanInterventions)}</Fact>
				<Fact name="cost">
					<CostSum usd={spending.costUsd} unpriced={spending.unpriced} words />
				</Fact>
				<Fact name="tokens per verified claim">
					<Unit of={spending.perVerifiedClaim} none="none verified" />
				</Fact>
				<Fact name="tokens per closed issue">
					<Unit of={spending.perClosedIssue} none="none closed" />
				</Fact>
				<Fact name="time at work">
					<RunTime run={view} words />
				</Fact>
				<Fact name="started">
					<Ago at={view.startedAt} />
				</Fact>
			</dl>
			<div className="overflow-x-auto">
				<Table>
					<thead>
						<tr>
							<Th>role</Th>
							<Th numeric>calls</Th>
							<Th numeric>fresh input</Th>
							<Th numeric>cache reads</Th>
							<Th numeric>output</Th>
							<Th numeric>cost</Th>
						</tr>
					</thead>
					<tbody>
						{usages.map(({ role, title, usage, calls, unpriced }) => (
							<Tr key={role} className="h-7">
								<Td>{title}</Td>
								<Td numeric>{calls}</Td>
								<Td numeric>
									<Short value={addKnown(usage?.input ?? null, usage?.cacheWrite ?? null)} />
								</Td>
								<Td numeric>
									<Short value={usage?.cacheRead ?? null} />
								</Td>
								<Td numeric>
									<Short value={usage?.output ?? null} />
								</Td>
								<Td numeric>
									<CostSum usd={usage?.costUsd ?? null} unpriced={unpriced} />
								</Td>
							</Tr>
						))}
					</tbody>
				</Table>
			</div>
		</Section>
	);
}

function addKnown(a: number | null, b: number | null): number | null {
	return a === null ? b : a + (b ?? 0);
}

/** What one of something came to, tokens and cost. */
function Unit({ of, none }: { of: UnitCost | null; none: string }) {
	if (of === null) return <span className="font-sans text-ink-3">{none}</span>;
	return (
		<span title={`${of.count} in all`}>
			<Short value={of.tokens} unit="tokens" />
			{of.costUsd === null ? null : (
				<span className="text-ink-2">
					{" "}
					· <Cost usd={of.costUsd} />
				</span>
			)}
		</span>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt className="label">{name}</dt>
			<dd className="num text-sm">{children}</dd>
		</div>
	);
}
