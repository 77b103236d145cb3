"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, Play, Square } from "lucide-react";
import { toast } from "sonner";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import type { CandidateView } from "@/server/domain/views.ts";
import { ExamineDialog } from "./examine-dialog";
import { ExportDialog } from "./export-dialog";
import { PinButton } from "./pin-button";

/** Take it out, run it, judge it again. */
export function CandidateActions({ candidate, refetch }: { candidate: CandidateView; refetch: () => void }) {
	return (
		<>
			<OpenButton candidate={candidate} refetch={refetch} />
			<DownloadButton candidate={candidate} />
			<ExportDialog candidate={candidate} />
			<ExamineDialog candidate={candidate} onAsked={refetch} />
			<PinButton candidate={candidate} refetch={refetch} />
		</>
	);
}

/** Starts the candidate's server in its sandbox and opens it in a tab of the second site. */
function OpenButton({ candidate, refetch }: { candidate: CandidateView; refetch: () => void }) {
	const api = useApi();
	const open = useMutation(
		api.candidates.open.mutationOptions({
			onSuccess: ({ url }) => {
				refetch();
				const tab = window.open(url, "_blank", "noopener");
				if (tab === null) toast("It is running", { description: url });
			},
		}),
	);
	const close = useMutation(api.candidates.close.mutationOptions({ onSuccess: refetch }));
	if (candidate.running) {
		return (
			<span className="flex items-center gap-2">
				<Button asChild variant="primary">
					<a href={candidate.running.url} target="_blank" rel="noreferrer noopener">
						<Play aria-hidden /> Running
					</a>
				</Button>
				<Button disabled={close.isPending} onClick={() => close.mutate({ candidateId: candidate.id })}>
					<Square aria-hidden /> Close
				</Button>
			</span>
		);
	}
	return (
		<Button
			disabled={!candidate.canServe || open.isPending}
			title={candidate.canServe ? "run it in its sandbox" : "this project says no `serve` command"}
			onClick={() => open.mutate({ candidateId: candidate.id })}
		>
			<Play aria-hidden /> {open.isPending ? "Starting…" : "Open running"}
		</Button>
	);
}

function DownloadButton({ candidate }: { candidate: CandidateView }) {
	return (
		<Button asChild>
			<a href={candidate.downloadUrl} download={`${candidate.label}.zip`}>
				<Download aria-hidden /> Zip
			</a>
		</Button>
	);
}
