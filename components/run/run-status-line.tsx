"use client";
import type { RunView } from "@/server/domain/run-view.ts";
import { RunTime } from "../format/time-text";
import { useConnection } from "../live/connection";
import { RunState } from "../verdict/run-state";
import { RunControls } from "./run-controls";

/** State, how long, and the buttons that change it. */
export function RunStatusLine({ view }: { view: RunView }) {
	const offline = useConnection().state === "offline";
	return (
		<span className="flex items-center gap-3">
			<span className="flex items-center gap-2 text-xs text-ink-2" aria-live="polite">
				{offline && view.status !== "ended" ? <span className="text-ink-3">last known:</span> : null}
				<RunState status={view.status} endCause={view.endCause} detail={view.detail} />
				<RunTime run={view} words />
			</span>
			<RunControls view={view} />
		</span>
	);
}
