import { unknown } from "./number.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Stop-watch: `0:48`, `14:02`, `3:12:09`; "–" for null. Milliseconds in. */
export function formatDuration(ms: number | null): string {
	if (ms === null) return unknown;
	const seconds = Math.max(0, Math.round(ms / 1000));
	const two = (value: number) => String(value).padStart(2, "0");
	const h = Math.floor(seconds / 3600);
	const m = Math.floor((seconds % 3600) / 60);
	return h > 0 ? `${h}:${two(m)}:${two(seconds % 60)}` : `${m}:${two(seconds % 60)}`;
}

/** In words for headers: `48 s`, `14 m`, `3 h 12 m`, `2 d 4 h`; "–" for null. */
export function formatSpan(ms: number | null): string {
	if (ms === null) return unknown;
	if (ms < minute) return ms > 0 && ms < 1000 ? "< 1 s" : `${Math.max(0, Math.round(ms / 1000))} s`;
	if (ms < hour) return `${Math.floor(ms / minute)} m`;
	if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} m`;
	return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`;
}

/** `just now`, `5 m ago`, `3 h ago`, `2 d ago`, `in 4 m`. */
export function formatRelative(at: number, now: number): string {
	const gap = now - at;
	const size = Math.abs(gap);
	if (size < 45_000) return gap >= 0 ? "just now" : "in a moment";
	const text =
		size < hour
			? `${Math.round(size / minute)} m`
			: size < day
				? `${Math.round(size / hour)} h`
				: `${Math.round(size / day)} d`;
	return gap >= 0 ? `${text} ago` : `in ${text}`;
}

const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** `30 Nov 2025, 09:30:12` in the reader's time zone. */
export function formatAbsolute(at: number): string {
	return absolute.format(at);
}

/** `09:30:12` in the reader's time zone. */
export function formatClock(at: number): string {
	return clock.format(at);
}
