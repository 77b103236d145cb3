"use client";
import { useQuery } from "@tanstack/react-query";
import { Facts } from "@/components/evidence/facts";
import { formatPrice } from "@/components/format/number";
import { useApi } from "@/components/live/api";
import { ProblemList } from "@/components/ui/problem-list";
import { QueryFrame } from "@/components/ui/query-frame";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { PriceRow, PricesView } from "@/server/domain/prices-view.ts";

const example = `{
  "asOf": "2026-11-30",
  "models": {
    "my-model*": { "input": 1, "cacheRead": 0.1, "cacheWrite": 1.25, "output": 4 },
    "local-model": { "input": 0, "cacheRead": 0, "cacheWrite": 0, "output": 0 }
  }
}`;

/** Prices by which a call is valued whose CLI names no cost, and how to add one's own. */
export function PriceSettings() {
	const query = useQuery(useApi().prices.get.queryOptions({}));
	return (
		<Section
			id="prices"
			title="Prices"
			aside={<span className="text-xs text-ink-3">US dollars per 1,000,000 tokens</span>}
		>
			<QueryFrame query={query} what="The prices can't be read." rows={8}>
				{(prices) => <Prices prices={prices} />}
			</QueryFrame>
		</Section>
	);
}

function Prices({ prices }: { prices: PricesView }) {
	const { user, bundled, problems } = prices;
	return (
		<div className="space-y-4">
			<Facts
				facts={[
					["your file", <OwnFile key="u" prices={prices} />],
					["bundled", <span key="b">{`as of ${bundled.asOf}`}</span>],
					[
						"source",
						<span key="s" className="text-xs text-ink-2">
							{user?.source || bundled.source}
						</span>,
					],
					[
						"rule",
						<span key="r" className="text-xs text-ink-2">
							The CLI's own figure counts first. Where it names none, the table makes the cost when the call
							ends, and later edits change nothing of the past. A cost of $0 for used tokens counts as
							unknown: a free model is one with zeros in your file. Long-context and batch rates aren't known
							here.
						</span>,
					],
				]}
			/>
			<ProblemList problems={problems} />
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a phone, so keys must reach it */}
			<section aria-label="Prices by model" tabIndex={0} className="overflow-x-auto">
				<Table>
					<thead>
						<tr>
							<Th>model</Th>
							<Th numeric>fresh input</Th>
							<Th numeric>cache read</Th>
							<Th numeric>cache write</Th>
							<Th numeric>output</Th>
							<Th>as of</Th>
							<Th>from</Th>
						</tr>
					</thead>
					<tbody>
						{prices.rows.map((row) => (
							<Row key={`${row.table} ${row.model}`} row={row} />
						))}
					</tbody>
				</Table>
			</section>
			<details className="text-sm">
				<summary className="cursor-pointer text-ink-2">How to set prices of your own</summary>
				<p className="mt-2 max-w-3xl text-ink-2">
					Write <span className="num text-xs wrap-anywhere">{prices.path}</span>. A name may end in{" "}
					<span className="num">*</span>; an entry of yours replaces a bundled one for the same model. It
					holds from the next call on.
				</p>
				<pre className="num mt-2 overflow-x-auto border-l-2 border-rule-strong pl-3 text-xs">{example}</pre>
			</details>
		</div>
	);
}

function OwnFile({ prices: { path, found, problems, user } }: { prices: PricesView }) {
	const mark =
		problems.length > 0
			? ({ shape: "cross", tone: "fail", word: "can't be used: no cost is made from any table" } as const)
			: user
				? ({ shape: "disc", tone: "pass", word: `in use, as of ${user.asOf}` } as const)
				: ({ shape: "ring", tone: "untested", word: found ? "empty" : "none" } as const);
	return (
		<span className="flex flex-wrap items-baseline gap-x-3">
			<MarkChip mark={mark} className="h-auto whitespace-normal" />
			<span className="num text-xs text-ink-3 wrap-anywhere">{path}</span>
		</span>
	);
}

function Row({ row }: { row: PriceRow }) {
	return (
		<Tr className={row.replaced ? "text-ink-3 line-through" : ""}>
			<Td className="num text-xs">{row.model}</Td>
			<Td numeric>{formatPrice(row.input)}</Td>
			<Td numeric>{formatPrice(row.cacheRead ?? null)}</Td>
			<Td numeric>{formatPrice(row.cacheWrite ?? null)}</Td>
			<Td numeric>{formatPrice(row.output)}</Td>
			<Td className="num text-xs">{row.asOf}</Td>
			<Td>{row.table === "user" ? "your file" : "bundled"}</Td>
		</Tr>
	);
}
