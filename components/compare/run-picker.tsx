"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bindingsName } from "@/components/format/run-names";
import { Ago } from "@/components/format/time-text";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { SkeletonRows } from "@/components/ui/skeleton";
import { RunState } from "@/components/verdict/run-state";

/** Adds a run to the set. Finds among the newest fifty by project, number, protocol or model. */
export function RunPicker({
	chosen,
	most,
	onAdd,
	primary = false,
}: {
	chosen: string[];
	most: number;
	onAdd: (runId: string) => void;
	primary?: boolean;
}) {
	const [open, setOpen] = useState(false);
	return (
		<Dialog
			open={open}
			onOpenChange={setOpen}
			wide
			title="Add a run"
			description={`Up to ${most} runs stand beside each other.`}
			trigger={
				<Button variant={primary ? "primary" : "secondary"}>
					<Plus aria-hidden /> Add a run
				</Button>
			}
		>
			<RunList
				chosen={chosen}
				onAdd={(id) => {
					onAdd(id);
					if (chosen.length + 1 >= 2) setOpen(false);
				}}
			/>
		</Dialog>
	);
}

function RunList({ chosen, onAdd }: { chosen: string[]; onAdd: (runId: string) => void }) {
	const api = useApi();
	const query = useQuery(api.runs.list.queryOptions({ limit: 50 }));
	const [text, setText] = useState("");
	const rows = (query.data?.rows ?? []).filter((row) =>
		`${row.projectName} run ${row.number} ${row.protocol} ${bindingsName(row.bindings)}`
			.toLowerCase()
			.includes(text.trim().toLowerCase()),
	);
	return (
		<div className="space-y-2">
			<Input
				type="search"
				autoFocus
				aria-label="Find a run"
				placeholder="Find by project, number, protocol or model"
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
			{query.data === undefined && !query.error ? <SkeletonRows rows={5} /> : null}
			{query.error ? <p className="text-fail">{query.error.message}</p> : null}
			<ul className="relative max-h-96 overflow-y-auto">
				{rows.map((row) => (
					<li key={row.runId} className="border-b border-rule">
						<button
							type="button"
							disabled={chosen.includes(row.runId)}
							onClick={() => onAdd(row.runId)}
							className="flex min-h-(--row) w-full flex-wrap items-center gap-x-3 px-1 py-1 text-left hover:bg-sunken disabled:opacity-45"
						>
							<span className="font-medium">{row.projectName}</span>
							<span className="num text-xs">run {row.number}</span>
							<span className="min-w-0 flex-1 truncate text-xs text-ink-3">
								{row.protocol} · {bindingsName(row.bindings)}
							</span>
							<RunState status={row.status} endCause={row.endCause} />
							<span className="text-xs text-ink-3">
								<Ago at={row.createdAt} />
							</span>
						</button>
					</li>
				))}
			</ul>
			{query.data && rows.length === 0 ? <p className="py-2 text-ink-3">No run matches.</p> : null}
		</div>
	);
}
