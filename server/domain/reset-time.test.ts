import { expect, test } from "vitest";
import { resetTimeOf } from "./reset-time.ts";

/** Monday, 30 November 2026, 12:00 UTC: 13:00 in Berlin, 07:00 in New York. */
const now = Date.parse("2026-11-30T12:00:00Z");

test.each([
	// seconds since 1970 and ISO times
	["Claude AI usage limit reached|1796050800", "UTC", "2026-11-30T15:00:00.000Z"],
	["quota exceeded until 2026-12-01T03:30:00+01:00", "UTC", "2026-12-01T02:30:00.000Z"],
	// spans
	["You've hit your usage limit. Try again in 2 hours 13 minutes.", "UTC", "2026-11-30T14:13:00.000Z"],
	["Try again in 3 days 4 hours 5 minutes.", "UTC", "2026-12-03T16:05:00.000Z"],
	["try again in 1 day, 2 hours and 1 minute", "UTC", "2026-12-01T14:01:00.000Z"],
	["Rate limit reached … Please try again in 6m0s. Visit …", "UTC", "2026-11-30T12:06:00.000Z"],
	["Please try again in 1h2m3.5s", "UTC", "2026-11-30T13:02:03.500Z"],
	["Please try again in 20s.", "UTC", "2026-11-30T12:00:20.000Z"],
	["Please try again in 250ms.", "UTC", "2026-11-30T12:00:00.250Z"],
	["Your quota will reset after 13h5m31s.", "UTC", "2026-12-01T01:05:31.000Z"],
	["Please retry in 35.5s.", "UTC", "2026-11-30T12:00:35.500Z"],
	['"retryDelay": "35s"', "UTC", "2026-11-30T12:00:35.000Z"],
	['"quotaResetDelay":"2h13m"', "UTC", "2026-11-30T14:13:00.000Z"],
	["429, retry-after: 120", "UTC", "2026-11-30T12:02:00.000Z"],
	['{"retry_after_seconds":30}', "UTC", "2026-11-30T12:00:30.000Z"],
	["Retry after 90 seconds", "UTC", "2026-11-30T12:01:30.000Z"],
	// times of the day
	["You've hit your usage limit … or try again at 5:42 PM.", "UTC", "2026-11-30T17:42:00.000Z"],
	["or try again at 5:42 PM.", "America/New_York", "2026-11-30T22:42:00.000Z"],
	["or try again at 11:30 AM.", "UTC", "2026-12-01T11:30:00.000Z"],
	["try again at 12:15 AM", "UTC", "2026-12-01T00:15:00.000Z"],
	["resets 3am (Europe/Berlin)", "UTC", "2026-12-01T02:00:00.000Z"],
	["You've hit your limit · resets 3pm (Europe/Berlin)", "America/New_York", "2026-11-30T14:00:00.000Z"],
	["5-hour limit reached ∙ resets 6:30pm", "Europe/Berlin", "2026-11-30T17:30:00.000Z"],
	["limit will reset at 17:42", "UTC", "2026-11-30T17:42:00.000Z"],
	["resets 2pm (UTC)", "Asia/Tokyo", "2026-11-30T14:00:00.000Z"],
	// with a date
	["or try again at Dec 3rd, 2026 5:42 PM.", "UTC", "2026-12-03T17:42:00.000Z"],
	["Weekly limit reached ∙ resets Dec 5 at 3pm (Europe/Berlin)", "UTC", "2026-12-05T14:00:00.000Z"],
	["resets Dec 5, 3am (UTC)", "UTC", "2026-12-05T03:00:00.000Z"],
	["resets Jan 2, 3am", "UTC", "2027-01-02T03:00:00.000Z"],
	["resets Thursday 9am", "UTC", "2026-12-03T09:00:00.000Z"],
	["resets Monday at 9am", "UTC", "2026-12-07T09:00:00.000Z"],
] as const)("%s, heard in %s", (words, zone, expected) => {
	expect(resetTimeOf(words, now, zone)).toBe(expected);
});

test("a clock change between now and then is heeded", () => {
	const before = Date.parse("2026-10-24T20:00:00Z");
	expect(resetTimeOf("resets 8am (Europe/Berlin)", before, "UTC")).toBe("2026-10-25T07:00:00.000Z");
});

test.each([
	"You exceeded your current quota, please check your plan and billing details.",
	"Usage limit reached.",
	"Used 5 hours of 5 hours",
	"resets 27pm",
	"try again at 25:99",
	"try again in 900 days",
	"resets Jun 2, 3am",
	"",
])("no time, or none to be believed: %s", (words) => {
	expect(resetTimeOf(words, now, "UTC")).toBeNull();
});
