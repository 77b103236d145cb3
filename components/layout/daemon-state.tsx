"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatBytes, plural } from "../format/number";
import { formatSpan } from "../format/time";
import { useNow } from "../format/use-now";
import { useApi } from "../live/api";
import { useConnection } from "../live/connection";
import { useListFeed } from "../live/use-list-feed";
import { cn } from "../ui/class-names";
import { Shape } from "../verdict/shape";

/** Is the daemon there, what is running, how much disk is left. */
export function DaemonState() {
	const api = useApi();
	useListFeed();
	const { state, since } = useConnection();
	const doctor = useQuery(api.doctor.get.queryOptions({ fresh: false }, { staleTime: 60_000 }));
	const live = useQuery(api.runs.list.queryOptions({ limit: 50, state: "live" }));
	const running = live.data?.rows.length ?? null;
	const words =
		state === "connected" ? "connected" : state === "connecting" ? "connecting" : "daemon offline";
	return (
		<div className="px-2 py-1 text-xs text-ink-3" aria-live="polite">
			<p className={cn("flex items-center gap-2", state === "offline" ? "text-fail" : "text-ink-2")}>
				<Shape
					name={state === "connected" ? "disc" : state === "connecting" ? "ring" : "cross"}
					className={running ? "animate-breathe text-accent" : undefined}
				/>
				<span className="[[data-rail=narrow]_aside_&]:sr-only">
					{words}
					{state === "offline" ? <OfflineSince since={since} /> : null}
				</span>
			</p>
			<div className="[[data-rail=narrow]_aside_&]:sr-only">
				{running ? <p>{plural(running, "run")} at work</p> : running === 0 ? <p>nothing is running</p> : null}
				{doctor.data?.dataDirectory.freeBytes != null ? (
					<p>
						<Link href="/settings#data" title="Settings, Data: what uses the disk, and what may go">
							{formatBytes(doctor.data.dataDirectory.freeBytes)} free
						</Link>
					</p>
				) : null}
			</div>
		</div>
	);
}

function OfflineSince({ since }: { since: number }) {
	const now = useNow();
	return since > 0 && now > since ? <> for {formatSpan(now - since)}</> : null;
}
