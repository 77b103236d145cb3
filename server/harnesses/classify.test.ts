import { describe, expect, test } from "vitest";
import { isoOf, kindOfMessage, kindOfStatus, resetTimeIn } from "./classify.ts";

describe("kind of a message", () => {
	test.each([
		["unexpected status 401 Unauthorized: Incorrect API key provided", "auth"],
		["Missing environment variable: `SCRIPTED_API_KEY`.", "auth"],
		["Not logged in · Please run /login", "auth"],
		["exceeded retry limit, last status: 429 Too Many Requests", "transport"],
		["Rate limit reached for gpt-5.5 in organization. Please try again in 20s.", "transport"],
		["We're currently experiencing high demand, which may cause temporary errors.", "transport"],
		["stream disconnected before completion: idle timeout waiting for SSE", "transport"],
		["Request timed out.", "transport"],
		["terminated", "transport"],
		["Overloaded", "transport"],
		["You've hit your usage limit. Try again at 5:42 PM.", "quota"],
		["Claude AI usage limit reached|1796025600", "quota"],
		["You exceeded your current quota, please check your plan", "quota"],
		["Your credit balance is too low to access the API.", "quota"],
		["This model's maximum context length is 1000 tokens", "harness"],
		['{"error":{"code":"context_length_exceeded"}}', "harness"],
		["something else", "harness"],
	])("%s → %s", (message, kind) => expect(kindOfMessage(message)).toBe(kind));
});

test.each([
	[401, "", "auth"],
	[403, "", "auth"],
	[402, "", "quota"],
	[429, "slow down", "transport"],
	[429, "insufficient_quota", "quota"],
	[400, "bad", "harness"],
	[500, "", "transport"],
	[529, "", "transport"],
	[200, "", null],
])("status %s %s → %s", (status, message, kind) => expect(kindOfStatus(status, message)).toBe(kind));

test("only absolute reset times are taken", () => {
	expect(resetTimeIn("usage limit reached|1796025600")).toBe("2026-11-30T08:00:00.000Z");
	expect(resetTimeIn("resets at 2026-11-30T17:42:00Z.")).toBe("2026-11-30T17:42:00.000Z");
	expect(resetTimeIn("try again at 5:42 PM")).toBeNull();
	expect(resetTimeIn("in 3 hours")).toBeNull();
	expect(isoOf(1796025600)).toBe(isoOf(1796025600000));
});
