"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/components/live/api";
import { ChangeMark } from "@/components/loops/changed-paths";
import { QueryFrame } from "@/components/ui/query-frame";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import type { CandidateView } from "@/server/domain/views.ts";
import { DiffPanel } from "./diff-panel";
import { FileText } from "./file-text";
import { FileTree } from "./file-tree-view";

/** The tree at the left, the chosen file at the right: against the parent where it changed, else as it is. */
export function FileBrowser({
	candidate,
	path,
	asFile,
	onPath,
	onView,
}: {
	candidate: CandidateView;
	path: string | null;
	asFile: boolean;
	onPath: (path: string) => void;
	onView: (asFile: boolean) => void;
}) {
	const api = useApi();
	const files = useQuery(
		api.candidates.files.queryOptions({ candidateId: candidate.id }, { staleTime: Number.POSITIVE_INFINITY }),
	);
	const change = candidate.changedPaths.find((one) => one.path === path)?.change ?? null;
	const showDiff = change !== null && (change === "delete" || !asFile);
	return (
		<div className="grid gap-x-6 gap-y-4 lg:grid-cols-[280px_minmax(0,1fr)]">
			<Section title="Files">
				<QueryFrame query={files} what="The files can't be listed.">
					{(entries) => <FileTree entries={entries} chosen={path} onChoose={onPath} />}
				</QueryFrame>
			</Section>
			<Section
				title={
					<span className="num flex items-center gap-1.5 text-xs font-medium wrap-anywhere">
						{change ? <ChangeMark change={change} /> : null}
						{path ?? "no file chosen"}
					</span>
				}
				aside={
					change !== null && change !== "delete" ? (
						<Segmented
							label="How to show the file"
							value={asFile ? "file" : "diff"}
							onChange={(value) => onView(value === "file")}
							className="-mb-1"
							options={[
								{ value: "diff", label: "difference" },
								{ value: "file", label: "file" },
							]}
						/>
					) : null
				}
			>
				{path === null ? (
					<p className="text-ink-3">Choose a file.</p>
				) : showDiff ? (
					<DiffPanel candidateId={candidate.id} path={path} />
				) : (
					<FileText candidateId={candidate.id} path={path} />
				)}
			</Section>
		</div>
	);
}
