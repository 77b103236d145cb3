import { expect, test } from "vitest";
import { isRefreshOf } from "./login-refresh.ts";

const codex = {
	OPENAI_API_KEY: null,
	tokens: { id_token: "a", access_token: "b", refresh_token: "c", account_id: "me" },
	last_refresh: "2026-11-30T00:00:00Z",
};
const claude = {
	claudeAiOauth: {
		accessToken: "a",
		refreshToken: "b",
		expiresAt: 1,
		scopes: ["x"],
		subscriptionType: "max",
	},
};
const tokens = { ...codex.tokens, access_token: "fresh", refresh_token: "fresh" };

test.each<[string, unknown, unknown, boolean]>([
	["Codex's fresh tokens", codex, { ...codex, tokens, last_refresh: "2026-12-01T00:00:00Z" }, true],
	[
		"Claude's fresh tokens",
		claude,
		{ claudeAiOauth: { ...claude.claudeAiOauth, accessToken: "fresh", expiresAt: 2 } },
		true,
	],
	["a time of refresh that wasn't there", { tokens: codex.tokens }, { tokens, last_refresh: "now" }, true],
	["an empty object", codex, {}, false],
	["a token taken out", codex, { ...codex, tokens: { ...tokens, refresh_token: "" } }, false],
	["another account", codex, { ...codex, tokens: { ...tokens, account_id: "other" } }, false],
	["a key put in", codex, { ...codex, OPENAI_API_KEY: "sk-other" }, false],
	["another way to log in", { type: "oauth", access: "a" }, { type: "api", access: "a" }, false],
	[
		"one more provider",
		{ openai: { type: "oauth" } },
		{ openai: { type: "oauth" }, evil: { key: "k" } },
		false,
	],
	["a list", codex, [codex], false],
	["nobody active any more", { active: "me", old: [] }, { active: null, old: ["me"] }, false],
])("%s: refreshed %s", (_, before, after, expected) => {
	expect(isRefreshOf(before, after)).toBe(expected);
});
