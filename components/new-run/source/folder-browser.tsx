"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../live/api";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FailedState } from "../../ui/failed-state";
import { SkeletonRows } from "../../ui/skeleton";

const row =
	"flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-sunken [&_svg]:size-4 [&_svg]:text-ink-3";

/** Walks this machine's folders (names only) to the one with the spec. */
export function FolderBrowser({
	initial,
	onChoose,
	onClose,
}: {
	initial: string | null;
	onChoose: (path: string) => void;
	onClose: () => void;
}) {
	const [path, setPath] = useState(initial);
	const listing = useQuery(
		useApi().folders.list.queryOptions({ path }, { placeholderData: keepPreviousData, retry: false }),
	);
	const here = listing.data;
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Pick the product's folder"
			description={<span className="num text-xs break-all">{here?.path ?? "…"}</span>}
			footer={
				<>
					{here ? (
						<span className="mr-auto self-center text-xs text-ink-3">
							{here.hasSpec ? "a spec is here" : "no spec.md here"}
							{here.hasConfig ? ", and a fuseline.json" : ""}
						</span>
					) : null}
					<Button size="md" variant="primary" disabled={!here} onClick={() => here && onChoose(here.path)}>
						Take this folder
					</Button>
				</>
			}
		>
			<div className="h-80 overflow-y-auto">
				{listing.error ? (
					<FailedState
						what="This folder can't be listed."
						error={listing.error}
						onRetry={() => setPath(null)}
					/>
				) : here ? (
					<ul>
						{here.parent !== null ? (
							<li>
								<button type="button" className={row} onClick={() => setPath(here.parent)}>
									<CornerLeftUp aria-hidden />
									up
								</button>
							</li>
						) : null}
						{here.folders.map((name) => (
							<li key={name}>
								<button
									type="button"
									className={row}
									onClick={() => setPath(`${here.path === "/" ? "" : here.path}/${name}`)}
								>
									<Folder aria-hidden />
									<span className="truncate">{name}</span>
								</button>
							</li>
						))}
						{here.folders.length === 0 ? <li className="px-2 py-2 text-ink-3">no folders in here</li> : null}
					</ul>
				) : (
					<SkeletonRows rows={8} />
				)}
			</div>
		</Dialog>
	);
}
