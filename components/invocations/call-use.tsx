import { Facts } from "@/components/evidence/facts";
import { formatCost, formatExact, formatShort } from "@/components/format/number";
import { totalTokens } from "@/components/format/usage";
import { claimDifference } from "@/server/domain/claim-difference.ts";
import type { Usage } from "@/server/domain/usage.ts";

/** What one call used, whose figure its cost is, and the CLI's own total where that says something else. */
export function CallUse({ usage }: { usage: Usage | null }) {
	if (usage === null) return <p className="text-ink-3">The harness said nothing of its use.</p>;
	const claim = claimDifference(usage);
	return (
		<Facts
			facts={[
				["total", <Num key="t" value={totalTokens(usage)} claimed={claim?.tokens ?? null} />],
				["fresh input", <Num key="i" value={usage.input} />],
				["cache read", <Num key="r" value={usage.cacheRead} />],
				["cache write", <Num key="w" value={usage.cacheWrite} />],
				["output", <Num key="o" value={usage.output} />],
				["of it reasoning", <Num key="n" value={usage.reasoning} />],
				[
					"cost",
					<span key="c">
						{usage.costUsd === null ? "not known" : `${formatCost(usage.costUsd)} ${originOf(usage)}`}
						{claim && claim.costUsd !== null ? <Claimed>{formatCost(claim.costUsd)}</Claimed> : null}
					</span>,
				],
				["origin", usage.origin === "simulated" ? "simulated: in no real total" : "reported by the CLI"],
				["the CLI's total", claim === null ? null : why(usage, claim)],
				["note", usage.partial ? "the call was cut: more may have been used" : null],
			]}
		/>
	);
}

function originOf({ costOrigin, pricedBy }: Usage): string {
	if (costOrigin === "cli") return "as the CLI says";
	if (!pricedBy) return "by the price table";
	return `by the ${pricedBy.table === "user" ? "table in prices.json" : "bundled price table"}: ${pricedBy.model} as of ${pricedBy.asOf}`;
}

function why(usage: Usage, { scope, costUsd }: NonNullable<ReturnType<typeof claimDifference>>): string {
	if (costUsd === 0 && usage.costUsd !== 0) {
		return "A cost of $0 for tokens that were used means that the CLI has no price for this model. If it is free, say so in prices.json.";
	}
	return scope === "session"
		? "The CLI counts on over the whole session, earlier calls included; ours is this call alone."
		: "The CLI adds up otherwise than by the four buckets that it reports.";
}

function Num({ value, claimed = null }: { value: number | null; claimed?: number | null }) {
	return (
		<span className="num" title={value === null ? "not known" : formatExact(value)}>
			{formatShort(value)}
			{claimed === null ? null : <Claimed title={formatExact(claimed)}>{formatShort(claimed)}</Claimed>}
		</span>
	);
}

function Claimed({ title, children }: { title?: string; children: string }) {
	return (
		<span className="ml-2 text-ink-3" title={title}>
			CLI says {children}
		</span>
	);
}
