"use client";
import { runTime, type Work } from "@/server/domain/active-time.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { useConnection } from "../live/connection";
import { unknown } from "./number";
import { formatAbsolute, formatDuration, formatRelative, formatSpan } from "./time";
import { useNow } from "./use-now";

/** `5 m ago`, with the absolute time in its title. */
export function Ago({ at }: { at: number | null }) {
	const now = useNow();
	if (at === null) return <span className="text-ink-3">{unknown}</span>;
	return (
		<time
			dateTime={new Date(at).toISOString()}
			title={now === 0 ? undefined : formatAbsolute(at)}
			className="font-sans tracking-normal tabular-nums [word-spacing:normal]"
		>
			{now === 0 ? "" : formatRelative(at, now)}
		</time>
	);
}

/** Now, as far as it is known: clocks of what goes on stand while the daemon doesn't answer. */
function useLiveNow(): number {
	const now = useNow();
	const { state, since } = useConnection();
	return state === "offline" && since > 0 ? Math.min(now, since) : now;
}

/** The time between two moments; counts on while `to` is null and `from` is not. */
export function Elapsed({
	from,
	to,
	words = false,
}: {
	from: number | null;
	to: number | null;
	/** `3 h 12 m` and not `3:12:09` */
	words?: boolean;
}) {
	const now = useLiveNow();
	const end = to ?? (now === 0 ? null : now);
	const ms = from === null || end === null ? null : Math.max(0, end - from);
	return <span className="num">{words ? formatSpan(ms) : formatDuration(ms)}</span>;
}

/** Time at work: what is over, and what goes on since `since`. Null: not begun. */
export function Worked({ work, words = false }: { work: Work | null; words?: boolean }) {
	const now = useLiveNow();
	if (work === null) return <span className="num">{unknown}</span>;
	const ms = work.since === null ? work.ms : now === 0 ? null : Math.max(0, work.ms + now - work.since);
	return <span className="num">{words ? formatSpan(ms) : formatDuration(ms)}</span>;
}

type TimedRun = Pick<RunView, "startedAt" | "endedAt" | "activeMs" | "activeSince">;

/** How long a run worked, and apart from it how long it lay still. */
export function RunTime({ run, words = false }: { run: TimedRun; words?: boolean }) {
	const now = useLiveNow();
	const time = runTime(run, now === 0 ? (run.endedAt ?? run.startedAt ?? 0) : now);
	const work = run.startedAt === null ? null : { ms: run.activeMs, since: run.activeSince };
	const paused = time !== null && time.pausedMs >= 1000 ? formatSpan(time.pausedMs) : null;
	return (
		<span title={paused === null ? undefined : `at work; paused for ${paused} besides`}>
			<Worked work={work} words={words} />
			{paused !== null && words ? <span className="num text-ink-3"> + {paused} paused</span> : null}
		</span>
	);
}
