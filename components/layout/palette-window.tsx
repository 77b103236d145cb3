"use client";
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useParams, useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { bindingsName } from "../format/run-names";
import { useApi } from "../live/api";
import { RunState } from "../verdict/run-state";
import { places } from "./places";

const entry =
	"flex h-8 items-center justify-between gap-4 rounded-sm px-2 text-sm data-[selected=true]:bg-sunken [&>span:first-child]:truncate";
const group =
	"[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3";

export function PaletteWindow({ onClose }: { onClose: () => void }) {
	const api = useApi();
	const router = useRouter();
	const { runId } = useParams<{ runId?: string }>();
	const runs = useQuery(api.runs.list.queryOptions({ limit: 50 }));
	const go = (href: string) => () => {
		onClose();
		router.push(href);
	};
	return (
		<Dialog.Root open onOpenChange={onClose}>
			<Dialog.Portal>
				<Dialog.Overlay className="fixed inset-0 z-40 bg-ink/30 dark:bg-paper/70" />
				<Dialog.Content
					aria-describedby={undefined}
					className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 rounded-md bg-raised shadow-float"
				>
					<Dialog.Title className="sr-only">Go to</Dialog.Title>
					<Command label="Go to" loop>
						<Command.Input
							placeholder="Go to a run or page…"
							className="h-11 w-full border-b border-rule bg-transparent px-4 text-base outline-none focus-visible:outline-none"
						/>
						<Command.List className="max-h-80 overflow-y-auto p-2">
							<Command.Empty className="px-2 py-6 text-ink-2">Nothing by that name.</Command.Empty>
							{runId ? (
								<Command.Group heading="This run" className={group}>
									{["Ledger", "Screens", "Issues", "Log"].map((tab) => (
										<Command.Item
											key={tab}
											value={`this run ${tab}`}
											onSelect={go(`/runs/${runId}${tab === "Ledger" ? "" : `/${tab.toLowerCase()}`}`)}
											className={entry}
										>
											{tab}
										</Command.Item>
									))}
								</Command.Group>
							) : null}
							<Command.Group heading="Pages" className={group}>
								<Command.Item value="New run start" onSelect={go("/runs/new")} className={entry}>
									New run
								</Command.Item>
								{places.map((place) => (
									<Command.Item
										key={place.href}
										value={`page ${place.label}`}
										onSelect={go(place.href)}
										className={entry}
									>
										{place.label}
									</Command.Item>
								))}
							</Command.Group>
							<Command.Group heading="Runs" className={group}>
								{runs.data?.rows.map((run) => (
									<Command.Item
										key={run.runId}
										value={`${run.projectName} run ${run.number} ${run.protocol} ${run.runId}`}
										onSelect={go(`/runs/${run.runId}`)}
										className={entry}
									>
										<span>
											{run.projectName} <span className="num text-xs">run {run.number}</span>
											<span className="text-xs text-ink-3">
												{" "}
												{run.protocol} · {bindingsName(run.bindings)}
											</span>
										</span>
										<RunState status={run.status} endCause={run.endCause} />
									</Command.Item>
								))}
							</Command.Group>
						</Command.List>
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	);
}
