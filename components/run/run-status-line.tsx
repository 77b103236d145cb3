"use client";
import type { RunView } from "@/server/domain/run-view.ts";
import { RunTime } from "../format/time-text";
import { RunState } from "../verdict/run-state";
import { RunControls } from "./run-controls";

/** State, how long, and the buttons that change it. */
export function RunStatusLine({ view }: { view: RunView }) {
	return (
		<span className="flex items-center gap-3">
			<span className="flex items-center gap-2 text-xs text-ink-2" aria-live="polite">
				<RunState status={view.status} endCause={view.endCause} detail={view.detail} />
				<RunTime run={view} words />
			</span>
			<RunControls view={view} />
		</span>
	);
}
