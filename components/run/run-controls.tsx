"use client";
import { useMutation } from "@tanstack/react-query";
import { Copy, Pause, Play, Square } from "lucide-react";
import Link from "next/link";
import type { RunView } from "@/server/domain/run-view.ts";
import { loopName } from "../format/run-names";
import { useApi } from "../live/api";
import { useConnection } from "../live/connection";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";

/** Pause, resume, stop; for an ended run, start another like it. What can't be done now isn't there. */
export function RunControls({ view }: { view: Pick<RunView, "runId" | "status" | "loop" | "budgets"> }) {
	const api = useApi();
	const pause = useMutation(api.runs.pause.mutationOptions());
	const resume = useMutation(api.runs.resume.mutationOptions());
	const stop = useMutation(api.runs.stop.mutationOptions());
	const offline = useConnection().state === "offline";
	const { runId, status } = view;
	if (status === "ended") {
		return (
			<Button asChild>
				<Link href={`/runs/new?copy=${runId}`}>
					<Copy aria-hidden />
					Copy settings
				</Link>
			</Button>
		);
	}
	const canPause = status === "running" || status === "waiting" || status === "queued";
	const waits = status === "waiting";
	// a used-up budget would pause it again at once: the banner offers to raise it
	const canResume =
		waits ||
		(status === "paused" && view.budgets.reached === null) ||
		status === "suspended" ||
		status === "quarantined" ||
		status === "pausing";
	return (
		<span className="flex items-center gap-1.5">
			{canPause ? (
				<Button disabled={offline || pause.isPending} onClick={() => pause.mutate({ runId })}>
					<Pause aria-hidden />
					Pause
				</Button>
			) : null}
			{canResume ? (
				<Button
					variant="primary"
					disabled={offline || resume.isPending}
					onClick={() => resume.mutate({ runId })}
				>
					<Play aria-hidden />
					{waits ? "Go on" : "Resume"}
				</Button>
			) : null}
			<ConfirmButton
				disabled={offline || stop.isPending || status === "stopping"}
				title="Stop this run?"
				description={`The call that is under way ends now and loop ${loopName(view.loop)} stays unfinished. Candidates, evidence and the ledger are kept. A stopped run can't be resumed; Pause can.`}
				confirm="Stop the run"
				onConfirm={() => stop.mutate({ runId })}
			>
				<Square aria-hidden />
				{status === "stopping" ? "Stopping…" : "Stop"}
			</ConfirmButton>
		</span>
	);
}
