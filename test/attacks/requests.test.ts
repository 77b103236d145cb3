import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxyPage } from "../../server/http/proxy.ts";
import { attackReport } from "../support/attack-report.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type PageServer, servePages } from "../support/page-server.ts";
import { type RawAnswer, type RawParts, rawRequest, sendRaw } from "../support/raw-request.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

/*
 * Bad requests as bytes: whatever a browser, a script or a tool would never send comes in here. Refused means: no
 * answer of the product's own (no data, no word that an action was looked at), and a status that says no.
 */

const folder = temporaryFolder("requests");
const report = attackReport("bad requests refused");
let daemon: TestDaemon;
let bait: PageServer;

beforeAll(async () => {
	mkdirSync(join(folder, "home"));
	daemon = await startTestDaemon(join(folder, "data"), { HOME: join(folder, "home") });
	bait = await servePages({ "/bait.png": "bait" });
});
afterAll(async () => {
	bait?.close();
	await daemon?.stop();
});

type Header = readonly [string, string];
const host = (): Header => ["Host", `127.0.0.1:${daemon.port}`];
const origin = (): Header => ["Origin", daemon.url];
const bearer = (): Header => ["Authorization", `Bearer ${daemon.token}`];
const json: Header = ["Content-Type", "application/json"];
const list = "/api/trpc/runs.list?input=%7B%22json%22%3A%7B%22limit%22%3A5%7D%7D";
const stopBody = '{"json":{"runId":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}}';
const ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const zeros = "0".repeat(64);

/** A reading call with everything right but what an attack changes. */
const read = (...changed: Header[]): RawParts => ({ target: list, headers: withDefaults(changed) });
/** A mutation with everything right but what an attack changes. */
const mutate = (changed: Header[] = [], more: Partial<RawParts> = {}): RawParts => ({
	method: "POST",
	target: "/api/trpc/runs.stop",
	headers: withDefaults(changed, [origin(), json]),
	body: stopBody,
	...more,
});
function withDefaults(changed: Header[], more: Header[] = []): Header[] {
	const names = new Set(changed.map(([name]) => name.toLowerCase()));
	const kept = [host(), bearer(), ...more].filter(([name]) => !names.has(name.toLowerCase()));
	return [...kept, ...changed.filter(([, value]) => value !== absent)];
}
const absent = "\u0000absent";
const without = (name: string): Header => [name, absent];
const upgrade = (changed: Header[] = [], target = "/api/trpc?connectionParams=1"): RawParts => ({
	target,
	headers: withDefaults(changed, [
		origin(),
		["Connection", "Upgrade"],
		["Upgrade", "websocket"],
		["Sec-WebSocket-Version", "13"],
		["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
	]),
});
const page = (target: string, ...changed: Header[]): RawParts => ({ target, headers: withDefaults(changed) });
const second = (parts: RawParts): RawParts & { port: number } => ({
	...parts,
	headers: parts.headers.map(([name, value]) =>
		name === "Host" ? [name, `localhost:${daemon.artifactPort}`] : [name, value],
	),
	port: daemon.artifactPort,
});

type Attack = RawParts & { port?: number; bytes?: string };
/** Words that only an answer from behind the guard has. */
const leaked = /"rows"|There is no run|root:x:|"name":"fuseline"|TOKEN|BEGIN /;

const attacks: [string, () => Attack][] = [
	// names: DNS rebinding and confusion about who is asked
	["host of a rebound name", () => read(["Host", `evil.example:${daemon.port}`])],
	["host without port", () => read(["Host", "127.0.0.1"])],
	["host with another port", () => read(["Host", "127.0.0.1:80"])],
	["host with a trailing dot", () => read(["Host", `127.0.0.1.:${daemon.port}`])],
	["host localhost with a trailing dot", () => read(["Host", `localhost.:${daemon.port}`])],
	[
		"host localhost, asked by a page",
		() => read(["Host", `localhost:${daemon.port}`], ["Sec-Fetch-Site", "same-origin"]),
	],
	["host in IPv6 form", () => read(["Host", `[::1]:${daemon.port}`])],
	["host in mapped IPv6 form", () => read(["Host", `[::ffff:127.0.0.1]:${daemon.port}`])],
	["host as a number", () => read(["Host", `2130706433:${daemon.port}`])],
	["host in short form", () => read(["Host", `127.1:${daemon.port}`])],
	["host in octal form", () => read(["Host", `0177.0.0.1:${daemon.port}`])],
	["host 0.0.0.0", () => read(["Host", `0.0.0.0:${daemon.port}`])],
	["host another loopback address", () => read(["Host", `127.0.0.2:${daemon.port}`])],
	["host with a user part", () => read(["Host", `127.0.0.1:${daemon.port}@evil.example`])],
	["host that begins like ours", () => read(["Host", `127.0.0.1:${daemon.port}.evil.example`])],
	["host list", () => read(["Host", `127.0.0.1:${daemon.port}, evil.example`])],
	["no host", () => ({ target: list, headers: [bearer()] })],
	["empty host", () => read(["Host", ""])],
	["two hosts, ours first", () => ({ target: list, headers: [host(), ["Host", "evil.example"], bearer()] })],
	["two hosts, ours last", () => ({ target: list, headers: [["Host", "evil.example"], host(), bearer()] })],
	["two hosts, both ours", () => ({ target: list, headers: [host(), host(), bearer()] })],
	["forwarded host", () => read(["Host", "evil.example"], ["X-Forwarded-Host", `127.0.0.1:${daemon.port}`])],
	["absolute target, foreign", () => ({ ...read(), target: `http://evil.example${list}` })],
	["absolute target, ours", () => ({ ...read(), target: `${daemon.url}${list}` })],
	["target with two slashes", () => ({ ...read(), target: `//evil.example${list}` })],
	["asterisk target", () => ({ ...read(), method: "OPTIONS", target: "*" })],
	["name of the second site on the first port", () => read(["Host", `localhost:${daemon.artifactPort}`])],
	// who asks
	["origin foreign, reading", () => read(["Origin", "http://evil.example"])],
	["origin null, reading", () => read(["Origin", "null"])],
	["origin of another loopback port", () => mutate([["Origin", "http://127.0.0.1:3000"]])],
	["origin localhost with our port", () => mutate([["Origin", `http://localhost:${daemon.port}`]])],
	["origin of the second site", () => mutate([["Origin", `http://localhost:${daemon.artifactPort}`]])],
	["origin https", () => mutate([["Origin", `https://127.0.0.1:${daemon.port}`]])],
	["origin with a path", () => mutate([["Origin", `${daemon.url}/`]])],
	["origin that begins like ours", () => mutate([["Origin", `${daemon.url}.evil.example`]])],
	["origin null, changing", () => mutate([["Origin", "null"]])],
	["origin empty", () => mutate([["Origin", ""]])],
	["origin absent, changing", () => mutate([without("Origin")])],
	["two origins", () => mutate([origin(), ["Origin", "http://evil.example"]])],
	["extension's origin", () => mutate([["Origin", "chrome-extension://abcdefghijklmnop"]])],
	["fetch site cross-site", () => read(["Sec-Fetch-Site", "cross-site"])],
	["fetch site same-site (another loopback port)", () => read(["Sec-Fetch-Site", "same-site"])],
	["fetch site unknown word", () => read(["Sec-Fetch-Site", "sameorigin"])],
	["fetch site cross-site to a page", () => page("/settings", ["Sec-Fetch-Site", "cross-site"])],
	["fetch site same-site to a script", () => page("/_next/static/x.js", ["Sec-Fetch-Site", "same-site"])],
	["two fetch sites", () => read(["Sec-Fetch-Site", "same-origin"], ["Sec-Fetch-Site", "cross-site"])],
	["preflight", () => ({ ...mutate([["Origin", "http://evil.example"]]), method: "OPTIONS", body: "" })],
	// the token
	["no token", () => read(without("Authorization"))],
	["wrong token", () => read(["Authorization", `Bearer ${"a".repeat(43)}`])],
	["token cut by one character", () => read(["Authorization", `Bearer ${daemon.token.slice(0, -1)}`])],
	["token and one character more", () => read(["Authorization", `Bearer ${daemon.token}x`])],
	["token in other case", () => read(["Authorization", `Bearer ${daemon.token.toLowerCase()}_`])],
	[
		"token as Basic",
		() => read(["Authorization", `Basic ${Buffer.from(`x:${daemon.token}`).toString("base64")}`]),
	],
	["token as cookie", () => read(without("Authorization"), ["Cookie", `token=${daemon.token}`])],
	[
		"token in the address",
		() => ({ ...read(without("Authorization")), target: `${list}&token=${daemon.token}` }),
	],
	["two tokens, the wrong one first", () => read(["Authorization", "Bearer x"], bearer())],
	// bodies that a plain form could send, and tricks with types
	["form post", () => mutate([["Content-Type", "application/x-www-form-urlencoded"]])],
	["multipart post", () => mutate([["Content-Type", "multipart/form-data; boundary=x"]], { body: "--x--" })],
	["text/plain post", () => mutate([["Content-Type", "text/plain"]])],
	["text/plain that names JSON", () => mutate([["Content-Type", "text/plain; application/json"]])],
	["JSON type with a second type", () => mutate([["Content-Type", "application/json, text/plain"]])],
	["JSON type with a boundary", () => mutate([["Content-Type", "application/json; boundary=x"]])],
	["JSON lookalike type", () => mutate([["Content-Type", "application/jsonp"]])],
	["octet stream", () => mutate([["Content-Type", "application/octet-stream"]])],
	["no type", () => mutate([without("Content-Type")])],
	["two types", () => mutate([["Content-Type", "text/plain"], json])],
	["UTF-16 JSON", () => mutate([["Content-Type", "application/json; charset=utf-16"]])],
	[
		"mutation by GET",
		() => ({ ...read(), target: `/api/trpc/runs.stop?input=${encodeURIComponent(stopBody)}` }),
	],
	[
		"mutation in a batch by GET",
		() => ({
			...read(),
			target: `/api/trpc/runs.list,runs.stop?batch=1&input=${encodeURIComponent(`{"1":${stopBody}}`)}`,
		}),
	],
	["mutation with an empty body", () => mutate([], { body: "" })],
	["mutation with a body that is no JSON", () => mutate([], { body: "{" })],
	["mutation with another shape", () => mutate([], { body: '{"json":[]}' })],
	["mutation with unknown keys", () => mutate([], { body: `{"json":{"runId":"${ulid}","force":true}}` })],
	["mutation by PUT", () => ({ ...mutate(), method: "PUT" })],
	["mutation by PATCH", () => ({ ...mutate(), method: "PATCH" })],
	["mutation by DELETE", () => ({ ...mutate(), method: "DELETE" })],
	[
		"override header on a GET",
		() => ({ ...read(["X-HTTP-Method-Override", "POST"]), target: "/api/trpc/runs.stop" }),
	],
	["override parameter on a GET", () => ({ ...read(), target: "/api/trpc/runs.stop?_method=POST" })],
	[
		"subscription over HTTP by a stranger",
		() => ({
			...read(without("Authorization")),
			target: "/api/trpc/feed.watch?input=%7B%22json%22%3A%7B%7D%7D",
		}),
	],
	["procedure by an inherited name", () => ({ ...read(), target: "/api/trpc/constructor" })],
	["procedure __proto__", () => ({ ...read(), target: "/api/trpc/__proto__.toString" })],
	["API elsewhere below /api", () => ({ ...read(), target: "/api/anything" })],
	["API with doubled slash", () => ({ ...read(), target: list.replace("/api/", "/api//") })],
	["API in capitals", () => ({ ...read(), target: list.replace("/api/", "/API/") })],
	["API by an encoded name", () => ({ ...read(), target: list.replace("/api/", "/%61pi/") })],
	// methods
	["TRACE", () => ({ ...read(), method: "TRACE" })],
	["CONNECT", () => ({ ...read(), method: "CONNECT", target: "127.0.0.1:22" })],
	["a method of one's own", () => ({ ...read(), method: "STEAL" })],
	["post to a page", () => ({ ...mutate(), target: "/" })],
	["HTTP/2 by prior knowledge", () => ({ ...read(), bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" })],
	// smuggling
	[
		"length and chunks together",
		() =>
			mutate(
				[
					["Content-Length", "5"],
					["Transfer-Encoding", "chunked"],
				],
				{ body: `0\r\n\r\nGET ${list} HTTP/1.1\r\n\r\n` },
			),
	],
	["chunked twice", () => mutate([["Transfer-Encoding", "chunked, chunked"]], { body: "0\r\n\r\n" })],
	["chunked misspelt", () => mutate([["Transfer-Encoding", "xchunked"]], { body: "0\r\n\r\n" })],
	[
		"two lengths",
		() =>
			mutate([
				["Content-Length", "5"],
				["Content-Length", "50"],
			]),
	],
	["negative length", () => mutate([["Content-Length", "-1"]])],
	["length with a sign", () => mutate([["Content-Length", "+51"]])],
	[
		"header folded over two lines",
		() => ({
			...read(),
			bytes: `GET ${list} HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\nX: a\r\n b\r\nAuthorization: Bearer x\r\n\r\n`,
		}),
	],
	[
		"header name with a blank",
		() => ({ ...read(), bytes: `GET ${list} HTTP/1.1\r\nHost : 127.0.0.1:${daemon.port}\r\n\r\n` }),
	],
	[
		"bare line feeds",
		() => ({
			...read(),
			bytes: `GET ${list} HTTP/1.1\nHost: 127.0.0.1:${daemon.port}\nAuthorization: Bearer x\n\n`,
		}),
	],
	["headers of 100 KB", () => read(["X", "x".repeat(100_000)])],
	["100,000 headers", () => ({ ...read(), bytes: `GET / HTTP/1.1\r\n${"a: b\r\n".repeat(100_000)}\r\n` })],
	// sockets
	["socket of a foreign page", () => upgrade([["Origin", "http://evil.example"]])],
	["socket of another loopback port", () => upgrade([["Origin", "http://127.0.0.1:1"]])],
	["socket with origin null", () => upgrade([["Origin", "null"]])],
	["socket without origin", () => upgrade([without("Origin")])],
	["socket of the second site", () => upgrade([["Origin", `http://localhost:${daemon.artifactPort}`]])],
	["socket under a foreign name", () => upgrade([["Host", `evil.example:${daemon.port}`]])],
	["socket that says cross-site", () => upgrade([["Sec-Fetch-Site", "cross-site"]])],
	["socket by POST", () => ({ ...upgrade(), method: "POST" })],
	["socket elsewhere", () => upgrade([], "/")],
	["socket of hot reload, in production", () => upgrade([], "/_next/hmr")],
	["socket to the second site", () => second(upgrade())],
	["upgrade to h2c", () => upgrade([["Upgrade", "h2c"], without("Origin")])],
	// contents and downloads
	["content without signature", () => page(`/contents/${ulid}/${zeros}?type=image/png`)],
	["content with an empty signature", () => page(`/contents/${ulid}/${zeros}?type=image/png&sig=`)],
	[
		"content with a guessed signature",
		() => page(`/contents/${ulid}/${zeros}?type=image/png&sig=${"A".repeat(43)}`),
	],
	[
		"content with the token as signature",
		() => page(`/contents/${ulid}/${zeros}?type=image/png&sig=${daemon.token}`),
	],
	[
		"content on the second site without signature",
		() => second(page(`/contents/${ulid}/${zeros}?type=text/html`)),
	],
	["download without signature", () => page(`/candidates/${ulid}/download`)],
	["a page on the second site", () => second(page("/"))],
	["the API on the second site", () => second(read())],
	["health on the second site", () => second(page("/health"))],
	["post to the second site", () => second({ ...mutate(), target: `/contents/${ulid}/${zeros}` })],
	// paths
	...[
		"/contents/../../../../etc/passwd",
		"/contents/..%2f..%2f..%2f..%2fetc%2fpasswd",
		"/contents/%2e%2e/%2e%2e/etc/passwd",
		"/contents/%252e%252e%252fetc%252fpasswd",
		`/contents/${ulid}/..%2f${zeros}`,
		`/contents/${ulid}/${zeros}%00.png`,
		"/candidates/..%2f..%2fetc%2fpasswd/download",
		"/_next/static/..%2f..%2f..%2fpackage.json",
		"/_next/static/../../../package.json",
		"/_next/static/..\\..\\..\\package.json",
		"/_next/static/..%5c..%5cpackage.json",
		"/_next/static/%2e%2e/%2e%2e/%2e%2e/package.json",
		"/_next/static/..%252f..%252f..%252fpackage.json",
		"/_next/static/chunks/..;/..;/package.json",
		"/_next/data/../../../../package.json",
		"/..%2f..%2f..%2f..%2fetc/passwd",
		"/....//....//etc/passwd",
		"/%00/etc/passwd",
		"/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
		"/.git/config",
		"/.env",
		"/package.json",
		"/server/main.ts",
		"/.build/daemon.mjs",
		"/@fs/etc/passwd",
		"/static/../../../etc/passwd",
	].map((target): [string, () => Attack] => [`path ${target.slice(0, 58)}`, () => page(target)]),
	// Next's own doors
	["server action", () => ({ ...mutate([["Next-Action", "7f".repeat(20)]]), target: "/" })],
	[
		"server action as multipart",
		() => ({
			...mutate([
				["Next-Action", "x"],
				["Content-Type", "multipart/form-data; boundary=x"],
			]),
			target: "/",
		}),
	],
	["RSC post", () => ({ ...mutate([["RSC", "1"]]), target: "/settings" })],
	[
		"image optimiser to a foreign server",
		() => page(`/_next/image?url=${encodeURIComponent(`${bait.url}/bait.png`)}&w=64&q=75`),
	],
	["image optimiser to ourselves", () => page(`/_next/image?url=${encodeURIComponent("/health")}&w=64&q=75`)],
	[
		"image optimiser to a protocol-less address",
		() =>
			page(
				`/_next/image?url=${encodeURIComponent(`//127.0.0.1:${new URL(bait.url).port}/bait.png`)}&w=64&q=75`,
			),
	],
	["development's source endpoint", () => page("/__nextjs_original-stack-frames")],
	["development's launch-editor", () => page("/__nextjs_launch-editor?file=/etc/passwd")],
];

describe("bad requests", () => {
	it("are many", () => {
		expect(attacks.length).toBeGreaterThanOrEqual(100);
		expect(new Set(attacks.map(([name]) => name)).size).toBe(attacks.length);
	});

	it.each(attacks)("%s", async (name, make) => {
		const attack = make();
		const answer = await sendRaw(attack.port ?? daemon.port, attack.bytes ?? rawRequest(attack));
		expect(answer.body, name).not.toMatch(leaked);
		expect(answer.body, name).not.toContain(daemon.token);
		expect(
			answer.status === 0 || (answer.status >= 300 && answer.status < 500),
			`${name}: ${answer.status}`,
		).toBe(true);
		report(name, answer.status === 0 ? "refused: connection closed" : `refused: ${answer.status}`);
	});

	it("never made the daemon fetch something", () => {
		expect(bait.seen).toEqual([]);
	});
});

const pageHeaders: Header[] = [
	["Sec-Fetch-Site", "same-origin"],
	["Accept", "text/html"],
];
const good: [string, () => Attack, number?][] = [
	["a read", () => read()],
	["a read by the page", () => read(["Sec-Fetch-Site", "same-origin"], origin())],
	["a read by a typed address", () => read(["Sec-Fetch-Site", "none"])],
	[
		"a read with header names in small letters",
		() => ({
			target: list,
			headers: [
				["host", host()[1]],
				["authorization", bearer()[1]],
			],
		}),
	],
	["a read with 'bearer' in small letters", () => read(["Authorization", `bearer ${daemon.token}`])],
	["a read over POST", () => mutate([], { target: "/api/trpc/runs.list", body: '{"json":{"limit":5}}' })],
	[
		"a read over POST with charset",
		() =>
			mutate([["Content-Type", "application/json; charset=utf-8"]], {
				target: "/api/trpc/runs.list",
				body: '{"json":{"limit":5}}',
			}),
	],
	[
		"a read over POST with charset in capitals",
		() =>
			mutate([["Content-Type", "application/json;charset=UTF-8"]], {
				target: "/api/trpc/runs.list",
				body: '{"json":{"limit":5}}',
			}),
	],
	[
		"a read over POST in chunks",
		() =>
			mutate([["Transfer-Encoding", "chunked"]], {
				target: "/api/trpc/runs.list",
				body: '14\r\n{"json":{"limit":5}}\r\n0\r\n\r\n',
			}),
	],
	[
		"a batch",
		() =>
			mutate([], {
				target: "/api/trpc/runs.list,projects.list?batch=1",
				body: '{"0":{"json":{"limit":5}},"1":{"json":{}}}',
			}),
	],
	["a mutation of a run that isn't there", () => mutate(), 404],
	[
		"a mutation in a batch",
		() => mutate([], { target: "/api/trpc/runs.stop?batch=1", body: `{"0":${stopBody}}` }),
		404,
	],
	[
		"a body of 3 MiB",
		() =>
			mutate([], {
				target: "/api/trpc/runs.list",
				body: `{"json":{"limit":5}${" ".repeat(3 * 1024 * 1024)}}`,
			}),
	],
	[
		"a superjson read with meta",
		() => mutate([], { target: "/api/trpc/runs.list", body: '{"json":{"limit":5},"meta":{}}' }),
	],
	["the doctor", () => mutate([], { target: "/api/trpc/doctor.get", body: '{"json":{"fresh":false}}' })],
	["health", () => page("/health")],
	["health without token", () => page("/health", without("Authorization"))],
	["the front page", () => page("/", ...pageHeaders)],
	["the front page by HEAD", () => ({ ...page("/"), method: "HEAD" })],
	["the front page with a cookie of another program", () => page("/", ["Cookie", "theirs=1"])],
	// Next sends whoever asks without the right hash on to the address with it
	["a page's data", () => page("/settings?_rsc=1", ["RSC", "1"], ["Sec-Fetch-Site", "same-origin"]), 307],
	["a prefetch", () => page("/settings", ["Next-Router-Prefetch", "1"], ["RSC", "1"]), 307],
	["new run", () => page("/runs/new", ...pageHeaders)],
	["a page with a query", () => page("/compare?runs=a,b", ...pageHeaders)],
	[
		"a page with an escaped name",
		() => page("/runs/01ARZ3NDEKTSV4RRFFQ69G5FAV/log?q=%3Cb%3E", ...pageHeaders),
	],
	["projects", () => page("/projects", ...pageHeaders)],
	["settings", () => page("/settings", ...pageHeaders)],
	["the icon", () => page("/icon.svg")],
	["a page that isn't there", () => page("/nothing/here", ...pageHeaders), 404],
	[
		"localhost typed by a person",
		() => ({ target: "/settings", headers: [["Host", `localhost:${daemon.port}`]] }),
		307,
	],
	["the socket of a page", () => upgrade(), 101],
	["the socket with fetch metadata", () => upgrade([["Sec-Fetch-Site", "same-origin"]]), 101],
];

describe("good requests", () => {
	it.each(good)("%s", async (_name, make, status = 200) => {
		const parts = make();
		const answer = await sendRaw(parts.port ?? daemon.port, rawRequest(parts), 20_000);
		expect(answer.status, answer.body.slice(0, 300)).toBe(status);
	});

	it("are many", () => expect(good.length).toBeGreaterThanOrEqual(30));
});

describe("prototypes", () => {
	const poisons = [
		`{"json":{"limit":5,"__proto__":{"polluted":"yes"}}}`,
		`{"json":{"limit":5,"constructor":{"prototype":{"polluted":"yes"}}}}`,
		`{"json":{"limit":5},"__proto__":{"polluted":"yes"}}`,
		`{"json":{"limit":5},"meta":{"values":{"__proto__.polluted":["Date"]}}}`,
		`{"json":{"limit":5},"meta":{"values":{"constructor.prototype.polluted":["Date"]}}}`,
		`{"json":{"limit":5},"meta":{"referentialEqualities":{"limit":["__proto__.polluted"]}}}`,
		`{"json":{"limit":5},"meta":{"referentialEqualities":{"limit":["constructor.prototype.polluted"]}}}`,
	];
	it.each(poisons)("stay clean: %s", async (body) => {
		await sendRaw(daemon.port, rawRequest(mutate([], { target: "/api/trpc/runs.list", body })));
		const after = await sendRaw(
			daemon.port,
			rawRequest(mutate([], { target: "/api/trpc/doctor.get", body: '{"json":{"fresh":false}}' })),
			20_000,
		);
		expect(after.status).toBe(200);
		expect(after.body).not.toContain("polluted");
		report(`prototype by ${body.slice(20, 76)}`, "refused: nothing changed");
	});
});

describe("between the door and the pages", () => {
	it("a body of a GET never becomes a request of its own", async () => {
		// the pages' side, to see what arrives there; the door's side is the real one
		const seen: string[] = [];
		const socketPath = join(folder, "pages.sock");
		const pages = createServer((request, response) => {
			seen.push(`${request.method} ${request.url}`);
			response.end("page");
		}).listen(socketPath);
		const door = createServer((request, response) => {
			const child = {
				socket: () => socketPath,
				problem: () => null,
				started: Promise.resolve(),
				stop: async () => {},
			};
			proxyPage(request, response, child, { origin: "http://x", artifactOrigin: null, development: false });
		});
		const port = await new Promise<number>((resolve) =>
			door.listen(0, "127.0.0.1", () => resolve((door.address() as AddressInfo).port)),
		);
		const inner = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
		const chunked: Header = ["Transfer-Encoding", "chunked"];
		const body = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
		for (const target of ["/one", "/two"]) {
			expect(
				(await sendRaw(port, rawRequest({ target, headers: [["Host", "x"], chunked], body }))).status,
			).toBe(200);
		}
		expect(
			(await sendRaw(port, rawRequest({ target: "/three", headers: [["Host", "x"]], body: inner }))).status,
		).toBe(200);
		door.close();
		pages.close();
		door.closeAllConnections();
		pages.closeAllConnections();
		expect(seen).toEqual(["GET /one", "GET /two", "GET /three"]);
		report("request hidden in the body of a page's GET", "refused: the body goes nowhere");
	});

	it("a header for Next's inside is not passed on", async () => {
		for (const header of ["x-middleware-subrequest", "x-invoke-path", "x-matched-path", "x-forwarded-host"]) {
			const value = header === "x-middleware-subrequest" ? "middleware:middleware:middleware" : "/projects";
			const plain = await sendRaw(daemon.port, rawRequest(page("/settings", ...pageHeaders)));
			const tricked = await sendRaw(
				daemon.port,
				rawRequest(page("/settings", ...pageHeaders, [header, value])),
			);
			expect(title(tricked)).toBe(title(plain));
			report(`header ${header}`, "refused: not passed on");
		}
	});
});

function title(answer: RawAnswer): string {
	return `${answer.status} ${/<title>([^<]*)/.exec(answer.body)?.[1] ?? ""}`;
}
