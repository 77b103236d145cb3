"use client";
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
	const now = useNow();
	const end = to ?? (now === 0 ? null : now);
	const ms = from === null || end === null ? null : Math.max(0, end - from);
	return <span className="num">{words ? formatSpan(ms) : formatDuration(ms)}</span>;
}
