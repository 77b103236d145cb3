"use client";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { RunView } from "@/server/domain/run-view.ts";
import { charts } from "../charts/catalog";
import { tokenReading } from "../charts/token-usage/reading";
import { useKeys } from "../keys/use-keys";
import { Segmented } from "../ui/segmented";

const looks = ["chart", "table", "folded"] as const;

/** The catalogue's charts side by side; `t` shows the numbers behind them, `f` folds them away. */
export function ChartPair({ view }: { view: RunView }) {
	const [look, setLook] = useQueryState("charts", parseAsStringLiteral(looks).withDefault("chart"));
	const [reading, setReading] = useQueryState("tokens", tokenReading);
	useKeys("Charts", [
		{ key: "t", label: "Charts as tables and back", run: () => setLook(look === "table" ? null : "table") },
		{ key: "f", label: "Fold the charts", run: () => setLook(look === "folded" ? null : "folded") },
	]);
	return (
		<div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
			{Object.entries(charts).map(([id, { title, answers, Chart }], index) => (
				<section key={id} aria-label={answers} className="min-w-0">
					<header className="flex min-h-7 flex-wrap items-center justify-between gap-2">
						<h2 className="text-sm font-semibold" title={answers}>
							{title}
						</h2>
						<span className="flex gap-2">
							{id === "token-usage" && look !== "folded" ? (
								<Segmented
									label="Tokens"
									className="h-6"
									value={reading}
									onChange={setReading}
									options={[
										{ value: "per loop", label: "per loop" },
										{ value: "cumulative", label: "cumulative" },
									]}
								/>
							) : null}
							{index === Object.keys(charts).length - 1 ? (
								<Segmented
									label="Charts as"
									className="h-6"
									value={look}
									onChange={setLook}
									options={[
										{ value: "chart", label: "chart" },
										{ value: "table", label: "table", title: "t" },
										{ value: "folded", label: "fold", title: "f" },
									]}
								/>
							) : null}
						</span>
					</header>
					{look === "folded" ? null : <Chart view={view} asTable={look === "table"} />}
				</section>
			))}
		</div>
	);
}
