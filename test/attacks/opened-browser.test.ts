import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { root } from "../support/root.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

/*
 * A command that opens the dashboard hands an address to the browser's program, where `ps` shows it to every user.
 */

const folder = temporaryFolder("opened-browser");
const told = join(folder, "told");
let daemon: TestDaemon;
let link = "";

beforeAll(async () => {
	const programs = join(folder, "bin");
	mkdirSync(programs);
	writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}'\n`);
	chmodSync(join(programs, "xdg-open"), 0o755);
	daemon = await startTestDaemon(join(folder, "data"));
	const child = spawn(process.execPath, [join(root, ".build/cli.mjs"), "start"], {
		env: {
			PATH: `${programs}:${process.env.PATH}`,
			HOME: folder,
			FUSELINE_DATA_DIR: join(folder, "data"),
		} as unknown as NodeJS.ProcessEnv,
		stdio: "ignore",
	});
	await once(child, "exit");
	const read = () => (existsSync(told) ? readFileSync(told, "utf8").trim() : "");
	for (link = read(); link === ""; link = read()) await sleep(20);
});
afterAll(() => daemon.stop());

const visit = (address: string, headers: Record<string, string> = {}) =>
	fetch(address, { redirect: "manual", headers });

test("the address that a browser is given holds no token", () => {
	expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/enter\//);
	expect(link).not.toContain(daemon.token);
});

test.each([
	["from another site", { "Sec-Fetch-Site": "cross-site" }],
	["from another port of this machine", { "Sec-Fetch-Site": "same-site" }],
	["with a foreign Origin", { Origin: "http://127.0.0.1:9" }],
])("a ticket is not taken %s, and stays good", async (_, headers) => {
	expect((await visit(link, headers)).status).toBe(403);
});

test("a ticket lets one browser in, once", async () => {
	const first = await visit(link, { "Sec-Fetch-Site": "none" });
	expect(first.status).toBe(302);
	expect(first.headers.get("location")).toBe(`/#token=${daemon.token}`);
	expect(first.headers.get("cache-control")).toBe("no-store");
	const again = await visit(link, { "Sec-Fetch-Site": "none" });
	expect(again.status).toBe(403);
	expect(await again.text()).not.toContain(daemon.token);
});

test("a ticket that nobody made is refused", async () => {
	expect((await visit(link.replace(/.{3}\/$/, "AAA/"))).status).toBe(403);
	expect((await visit(`${daemon.url}/enter/`)).status).toBe(403);
});
