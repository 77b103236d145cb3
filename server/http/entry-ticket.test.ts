import { describe, expect, it } from "vitest";
import { entryDoor, entryPath } from "./entry-ticket.ts";

const token = "t".repeat(43);
const now = 1_800_000_000_000;

describe("a ticket to the dashboard", () => {
	it("holds no token, leads to its page, and is good once", () => {
		const path = entryPath(token, "/runs/7", now);
		expect(path).not.toContain(token);
		const door = entryDoor(token);
		expect(door.redeem(path, now + 5_000)).toBe(`/runs/7#token=${token}`);
		expect(door.redeem(path, now + 5_001)).toBeNull();
		expect(door.redeem(entryPath(token, "/", now), now)).toBe(`/#token=${token}`);
	});

	const path = entryPath(token, "/", now);
	it.each([
		["late", path, now + 60_001],
		["before its time", path, now - 5_000],
		["made with another token", entryPath("u".repeat(43), "/", now), now],
		["with a longer life", path.replace(/\d{13}/, String(now + 30_000)), now],
		["with another nonce", path.replace(/\.[\w-]{22}\./, `.${"A".repeat(22)}.`), now],
		["cut", path.slice(0, -2), now],
		["leading to another host", path.replace(/\/$/, "//evil.example/"), now],
		["leading into a query", `${path}?a=b`, now],
		["none at all", "/enter/", now],
	])("is refused %s", (_, target, at) => {
		expect(entryDoor(token).redeem(target, at)).toBeNull();
	});
});
