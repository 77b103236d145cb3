import Link from "next/link";
import { formatShort } from "@/components/format/number";
import { Elapsed } from "@/components/format/time-text";
import { totalTokens } from "@/components/format/usage";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { InvocationSummary } from "@/server/domain/views.ts";
import { CallOutcome } from "./call-outcome";

/** The calls of a loop; each leads to its exact prompt, inputs and result. */
export function CallTable({ runId, calls }: { runId: string; calls: InvocationSummary[] }) {
	return (
		<Section title="Calls" className="pt-6">
			{calls.length === 0 ? (
				<p className="text-ink-3">No harness was called in this loop yet.</p>
			) : (
				<div className="relative overflow-x-auto">
					<Table>
						<thead>
							<tr>
								<Th>role</Th>
								<Th>harness</Th>
								<Th>outcome</Th>
								<Th className="max-md:hidden">access</Th>
								<Th numeric>tokens</Th>
								<Th numeric>time</Th>
								<Th numeric>events</Th>
							</tr>
						</thead>
						<tbody>
							{calls.map((call) => (
								<Tr key={call.id} className="hover:bg-sunken">
									<Td>
										<Link
											href={`/invocations/${call.id}`}
											className="font-medium underline decoration-rule-strong underline-offset-2 hover:decoration-ink"
										>
											{call.role}
										</Link>
										{call.attempt > 1 ? (
											<span className="text-xs text-ink-3"> attempt {call.attempt}</span>
										) : null}
									</Td>
									<Td>{call.model === null ? call.harness : `${call.harness}/${call.model}`}</Td>
									<Td>
										<CallOutcome call={call} />
									</Td>
									<Td className="text-xs text-ink-3 max-md:hidden">
										{call.access} · {call.sandbox === "enforced" ? "sandboxed" : "no sandbox"}
									</Td>
									<Td
										numeric
										title={
											call.usage?.origin === "simulated" ? "simulated by the scripted harness" : undefined
										}
									>
										{formatShort(totalTokens(call.usage))}
									</Td>
									<Td numeric>
										<Elapsed from={call.startedAt} to={call.endedAt} />
									</Td>
									<Td numeric>
										<Link
											href={`/runs/${runId}/log?invocation=${call.id}`}
											className="underline decoration-rule-strong underline-offset-2 hover:decoration-ink"
										>
											{formatShort(call.events)}
										</Link>
									</Td>
								</Tr>
							))}
						</tbody>
					</Table>
				</div>
			)}
		</Section>
	);
}
