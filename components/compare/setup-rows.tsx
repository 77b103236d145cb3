import { plural } from "@/components/format/number";
import { cn } from "@/components/ui/class-names";
import type { CompareView } from "@/server/domain/views.ts";
import { RunGroup, RunRow } from "./run-grid";

/** What was set differently; equal settings fold away. */
export function SetupRows({ view, names }: { view: CompareView; names: string[] }) {
	return (
		<RunGroup
			name="Setup"
			note={view.runs.length > 1 && view.differences.length === 0 ? "nothing was set differently" : undefined}
		>
			{view.differences.map((difference) => (
				<RunRow
					key={difference.key}
					label={<span className="num text-xs">{difference.key}</span>}
					names={names}
					cells={difference.values.map((value, index) => (
						<span
							key={names[index]}
							className={cn(
								"num block text-xs wrap-anywhere",
								index > 0 && value === difference.values[0] && "text-ink-3",
								index > 0 && value !== difference.values[0] && "font-semibold",
							)}
						>
							{value === "" ? "–" : value}
						</span>
					))}
				/>
			))}
			{view.equal.length > 0 ? (
				<details className="border-b border-rule">
					<summary className="min-h-(--row) content-center text-ink-2">
						{plural(view.equal.length, "setting")}
						{view.runs.length > 1 ? " equal" : ""}
					</summary>
					<dl className="grid gap-x-8 gap-y-0.5 pb-3 sm:grid-cols-2 xl:grid-cols-3">
						{view.equal.map((setting) => (
							<div key={setting.key} className="num flex min-w-0 gap-3 text-xs">
								<dt className="shrink-0 text-ink-3">{setting.key}</dt>
								<dd className="truncate" title={setting.value}>
									{setting.value === "" ? "–" : setting.value}
								</dd>
							</div>
						))}
					</dl>
				</details>
			) : null}
		</RunGroup>
	);
}
