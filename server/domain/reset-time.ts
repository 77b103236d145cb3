/**
 * When a used-up limit resets, from a CLI's own words. Pure: the clock (`now`, ms since 1970) and the time zone in which the
 * CLI speaks (IANA name) are handed in. ISO time, or null where the words hold no time, or none within 40 days.
 *
 * Understood: `…|1796025600`, ISO times, "in 2 hours 13 minutes", "in 6m0s", "retry-after: 30", "at 5:42 PM",
 * "resets 3am (Europe/Berlin)", "resets Oct 5 at 3pm", "on Monday 9am".
 */
export function resetTimeOf(words: string, now: number, zone: string): string | null {
	const time = absolute(words) ?? relative(words, now) ?? timeOfDay(words, now, zone);
	if (time === null || !Number.isFinite(time) || time > now + longest) return null;
	return new Date(time).toISOString();
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** No plan has a longer period than a month; what lies further away was misread. */
const longest = 40 * day;

function absolute(words: string): number | null {
	const epoch = /\|\s*(\d{10})(\d{3})?\b/.exec(words);
	if (epoch) return Number(epoch[1]) * second;
	const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})/.exec(words);
	return iso ? Date.parse(iso[0]) : null;
}

const units: Record<string, number> = {
	ms: 1,
	milliseconds: 1,
	s: second,
	sec: second,
	second,
	m: minute,
	min: minute,
	minute,
	h: hour,
	hr: hour,
	hour,
	d: day,
	day,
	w: 7 * day,
	week: 7 * day,
};
const amount = String.raw`(\d+(?:\.\d+)?)\s*(ms|milliseconds|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])`;
/** What may stand before a duration that is a wait; any other duration in the words is something else. */
const lead = String.raw`(?:\bin|\bafter|retry[-_ ]?delay"?\s*[:=]|quotaResetDelay"?\s*[:=]|retry[-_ ]after(?:[-_ ](?:seconds|secs))?"?\s*[:=]?)\s*"?(?:about\s+|~\s*)?`;

function relative(words: string, now: number): number | null {
	const found = new RegExp(`${lead}((?:${amount}(?:\\s*,?\\s*(?:and\\s+)?)?)+)`, "i").exec(words);
	if (found) {
		let span = 0;
		for (const [, count, unit] of (found[1] as string).matchAll(new RegExp(amount, "gi")))
			span += Number(count) * lengthOf(unit as string);
		return now + span;
	}
	// a bare header counts seconds
	const header = /retry[-_ ]after(?:[-_ ]seconds)?"?\s*[:=]?\s*"?(\d+(?:\.\d+)?)\b/i.exec(words);
	return header ? now + Number(header[1]) * second : null;
}

function lengthOf(unit: string): number {
	const word = unit.toLowerCase();
	return units[word] ?? units[word.replace(/s$/, "")] ?? Number.NaN;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const clock = String.raw`(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])\.?m\b|(\d{1,2}):(\d{2})(?::\d{2})?(?!\d)`;
const monthDay = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?`;
const weekday = "(sun|mon|tue|wed|thu|fri|sat)[a-z]*";
const opening = String.raw`(?:resets?|try again|retry|available again|until|come back)\b[^.]*?`;

/** A time of the day, with or without a date, in the zone that the words name or else in the CLI's. */
function timeOfDay(words: string, now: number, zone: string): number | null {
	const found = new RegExp(
		`${opening}(?:\\b${monthDay}|\\b${weekday})?,?\\s*(?:at\\s+|on\\s+)?\\b(?:${clock})`,
		"i",
	).exec(words);
	if (!found) return null;
	const [, month, dayOfMonth, year, dayOfWeek, h12, m12, half, h24, m24] = found;
	const hours = half === undefined ? Number(h24) : (Number(h12) % 12) + (/p/i.test(half) ? 12 : 0);
	const minutes = Number(m12 ?? m24 ?? 0);
	if (hours > 23 || minutes > 59 || Number(h12 ?? 0) > 12) return null;
	const named = /\(([A-Za-z]+(?:\/[A-Za-z_+-]+)*)\)/.exec(words.slice(found.index))?.[1];
	const place = named !== undefined && isZone(named) ? named : zone;
	const today = wallClock(now, place);
	if (month !== undefined) {
		const at = (y: number) =>
			instant(
				{ year: y, month: months.indexOf(month.toLowerCase()), day: Number(dayOfMonth), hours, minutes },
				place,
			);
		const time = at(year === undefined ? today.year : Number(year));
		return year === undefined && time < now - day ? at(today.year + 1) : time;
	}
	const ahead =
		dayOfWeek === undefined ? 0 : (weekdays.indexOf(dayOfWeek.toLowerCase()) - today.weekday + 7) % 7;
	const on = (days: number) => instant({ ...today, day: today.day + days, hours, minutes }, place);
	const time = on(ahead);
	// a time that has just passed is tomorrow's (or next week's)
	return time > now ? time : on(ahead + (dayOfWeek === undefined ? 1 : 7));
}

interface WallClock {
	year: number;
	/** from 0 */
	month: number;
	day: number;
	hours: number;
	minutes: number;
}

function wallClock(time: number, zone: string): WallClock & { weekday: number } {
	const parts = new Intl.DateTimeFormat("en-US", {
		timeZone: zone,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		weekday: "short",
	}).formatToParts(new Date(time));
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
	return {
		year: Number(part("year")),
		month: Number(part("month")) - 1,
		day: Number(part("day")),
		hours: Number(part("hour")),
		minutes: Number(part("minute")),
		weekday: weekdays.indexOf(part("weekday").toLowerCase()),
	};
}

/** The instant at which a place's clocks show this; around a change of the clocks the nearest one. */
function instant(wanted: WallClock, zone: string): number {
	const asUtc = (c: WallClock) => Date.UTC(c.year, c.month, c.day, c.hours, c.minutes);
	let time = asUtc(wanted);
	for (let round = 0; round < 2; round += 1) time += asUtc(wanted) - asUtc(wallClock(time, zone));
	return time;
}

function isZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}
