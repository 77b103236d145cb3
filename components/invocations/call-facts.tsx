import Link from "next/link";
import { Facts } from "@/components/evidence/facts";
import { formatExact } from "@/components/format/number";
import { Ago, Elapsed } from "@/components/format/time-text";
import { Hash } from "@/components/ui/hash";
import { Section } from "@/components/ui/section";
import type { InvocationView } from "@/server/domain/views.ts";
import { CallOutcome } from "./call-outcome";
import { CallUse } from "./call-use";

const link = "underline decoration-rule-strong underline-offset-2 hover:decoration-ink";

/** Who was called, within which walls, how it ended and what it used. */
export function CallFacts({ call, runId }: { call: InvocationView; runId: string }) {
	return (
		<div className="space-y-6">
			<Section title="Call">
				<Facts
					facts={[
						["outcome", <CallOutcome key="o" call={call} />],
						["message", call.message],
						["harness", call.model === null ? call.harness : `${call.harness}/${call.model}`],
						["effort", call.effort],
						["access", call.access],
						[
							"sandbox",
							call.sandbox === "enforced" ? (
								"enforced by the operating system"
							) : (
								<span key="s" className="text-blocked">
									none: nothing of this call can be accepted
								</span>
							),
						],
						["started", <Ago key="a" at={call.startedAt} />],
						["took", <Elapsed key="e" from={call.startedAt} to={call.endedAt} />],
						["exit", exitWords(call)],
						[
							"resumes",
							call.resumesId ? (
								<Link key="r" href={`/invocations/${call.resumesId}`} className={link}>
									the call before
								</Link>
							) : null,
						],
						["session", call.sessionId ? <Hash key="h" value={call.sessionId} what="session id" /> : null],
						[
							"events",
							<Link key="l" href={`/runs/${runId}/log?invocation=${call.id}`} className={link}>
								<span className="num">{formatExact(call.events)}</span> in the log
							</Link>,
						],
						["id", <Hash key="i" value={call.id} what="call id" />],
					]}
				/>
			</Section>
			<Section title="Tokens">
				<CallUse usage={call.usage} />
			</Section>
		</div>
	);
}

function exitWords(call: InvocationView): string | null {
	const parts = [
		call.exitCode === null ? null : `code ${call.exitCode}`,
		call.signal,
		call.endedBy ? `ended by us: ${call.endedBy.replaceAll("_", " ")}` : null,
	].filter((part) => part !== null);
	return parts.length === 0 ? null : parts.join(", ");
}
