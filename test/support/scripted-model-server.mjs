#!/usr/bin/env node
/**
 * A scripted stand-in for model APIs, so that real coding CLIs run without a model, a key or a network. Dependency-free,
 * listens on 127.0.0.1 only. Speaks, by path: OpenAI Responses (…/responses), OpenAI Chat Completions
 * (…/chat/completions), Anthropic Messages (…/messages), Gemini (…:streamGenerateContent).
 *
 *     node scripted-model-server.mjs --scenario s.json [--port 0] [--log requests.jsonl]
 *
 * prints `{"listening":"http://127.0.0.1:PORT"}`. Further paths: GET /_health, /_log (requests), /_usage (account by
 * lane), POST /_reset.
 *
 * A scenario is `{ "lanes": { NAME: { "turns": [TURN, …] } } }`, or `{ "turns": […] }` alone, which is the lane `default`.
 * The lane of a request is the one in its path (`/lane/NAME~ANYTHING/v1/…`, where each ANYTHING has a turn counter of its
 * own), else the one that bears the name of the model asked for, else `default`.
 *
 * TURN, one per model request, the last one again and again:
 *     { "text": "…" } · { "json": {…} } · { "shell": "…" } · { "write": { "path", "content" } } · { "read": { "path" } }
 *     { "tool": "name", "input": {…} } · { "calls": [ … ] } · { "status": 429, "error": "…", "details": {…}, "headers": {…}, "times": 2 }
 *     { "hang": "connect" | "headers" | "stream" } · { "disconnect": true }
 * each with `delayMs`, `reasoning` and `usage` {input (the whole prompt), cached, cacheWrite, output, reasoning}. Texts may
 * hold `{{outbox}}`, `{{workspace}}` and other keys of the data block at the end of Fuseline's prompts.
 *
 * A request without tools (a title, a summary) is a side request: it gets `sideText` and uses up no turn.
 */
import fs from "node:fs";
import http from "node:http";
import { pathToFileURL } from "node:url";
import { concreteCalls, finalText, nextId, offeredTools } from "./model-server/calls.mjs";
import { dialects, errorBody } from "./model-server/dialects.mjs";
import { fillIn, promptData } from "./model-server/prompt-data.mjs";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const usageOf = (turn, index) => ({
	input: 100 + 10 * Math.max(index, 0),
	cached: 0,
	cacheWrite: 0,
	output: 10,
	reasoning: 0,
	...turn.usage,
});

/** Starts a server. Gives its `url`, `log()`, `account()` (tokens by lane, in four exclusive buckets), `close()`. */
export async function startModelServer({ scenario, port = 0, onRequest = () => {} }) {
	const lanes = scenario.lanes ?? { default: scenario };
	const counters = new Map();
	const accounts = {};
	const log = [];

	function laneOf(pathname, body) {
		const match = /^\/lane\/([^/]+)(\/.*)$/.exec(pathname);
		if (match) return { key: decodeURIComponent(match[1]), path: match[2] };
		const model = body.model ?? /models\/([^:]+):/.exec(pathname)?.[1];
		return { key: lanes[model] ? model : "default", path: pathname };
	}

	function nextTurn(key, side) {
		const lane = lanes[key.split("~")[0]] ?? lanes.default;
		if (!lane) return { index: -1, turn: { status: 404, error: `no scenario for lane ${key}` } };
		if (side && !lane.countSideRequests)
			return { index: -1, turn: { text: lane.sideText ?? "Scripted title" } };
		const counter = counters.get(key) ?? { index: 0, used: 0 };
		const index = Math.min(counter.index, lane.turns.length - 1);
		const turn = lane.turns[index];
		counter.used += 1;
		if (counter.used >= (turn.times ?? 1)) {
			counter.index += 1;
			counter.used = 0;
		}
		counters.set(key, counter);
		return { index, turn };
	}

	/** Only what was sent to its end: that is what a provider bills and what a client can know. */
	function book(key, side, usage) {
		accounts[key] ??= {};
		const kind = side ? "side" : "main";
		accounts[key][kind] ??= { requests: 0, input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };
		const sum = accounts[key][kind];
		sum.requests += 1;
		sum.input += usage.input - usage.cached - usage.cacheWrite;
		sum.cacheRead += usage.cached;
		sum.cacheWrite += usage.cacheWrite;
		sum.output += usage.output;
		sum.reasoning += usage.reasoning;
	}

	const server = http.createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		const url = new URL(request.url, "http://127.0.0.1");
		const json = (status, value, headers = {}) => {
			response.writeHead(status, { "content-type": "application/json", ...headers });
			response.end(JSON.stringify(value));
		};
		if (url.pathname === "/_health") return json(200, { ok: true });
		if (url.pathname === "/_log") return json(200, log);
		if (url.pathname === "/_usage") return json(200, accounts);
		if (url.pathname === "/_reset") {
			counters.clear();
			log.length = 0;
			for (const key of Object.keys(accounts)) delete accounts[key];
			return json(200, { ok: true });
		}
		let body = {};
		try {
			body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
		} catch {
			// a body that isn't JSON is logged as an empty one
		}
		const { key, path } = laneOf(url.pathname, body);
		const dialect = request.method === "POST" ? dialects.find((each) => each.path.test(path)) : undefined;
		const record = {
			lane: key,
			method: request.method,
			path: path + url.search,
			headers: request.headers,
			body,
		};
		log.push(record);
		if (!dialect) {
			onRequest(record);
			if (request.method === "GET" && /\/models$/.test(path)) {
				const data = [{ id: "scripted-model", object: "model", created: 0, owned_by: "scripted" }];
				return json(200, { object: "list", data });
			}
			if (/count_tokens$/.test(path)) return json(200, { input_tokens: 100 });
			if (/:countTokens$/.test(path)) return json(200, { totalTokens: 100 });
			const message = `scripted server: no ${request.method} ${path}`;
			return json(404, { error: { message, type: "not_found_error" } });
		}
		const offered = offeredTools(body);
		const side = offered.size === 0;
		const chosen = nextTurn(key, side);
		const turn = fillIn(chosen.turn, promptData(body));
		Object.assign(record, { dialect: dialect.name, turn: chosen.index, offered: [...offered.keys()] });
		onRequest(record);
		if (turn.delayMs) await wait(turn.delayMs);
		if (turn.status) {
			const words = turn.error ?? `scripted ${turn.status}`;
			return json(turn.status, errorBody(dialect.name, turn.status, words, turn.details), turn.headers);
		}
		// never a byte; the socket stays open until the client gives up
		if (turn.hang === "connect") return;
		const calls = concreteCalls(turn, offered);
		const text = finalText(turn, offered, calls);
		const usage = usageOf(turn, chosen.index);
		const model = body.model ?? /models\/([^:]+):/.exec(path)?.[1] ?? "scripted-model";
		const answer = { id: nextId(), model, text, reasoning: turn.reasoning, calls, usage };
		if (body.stream !== true && !/:streamGenerateContent$/.test(path)) {
			book(key, side, usage);
			return json(200, dialect.json(answer));
		}
		response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
		response.flushHeaders();
		if (turn.hang === "headers") return;
		if (!turn.disconnect && turn.hang !== "stream") book(key, side, usage);
		dialect.stream(response, answer, () => {
			if (turn.disconnect) setTimeout(() => response.destroy(), 50);
			return turn.disconnect === true || turn.hang === "stream";
		});
	});
	server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"));
	await new Promise((done) => server.listen(port, "127.0.0.1", done));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		log: () => log,
		account: () => accounts,
		close: () => {
			server.closeAllConnections();
			return new Promise((done) => server.close(done));
		},
	};
}

async function main(argv) {
	const option = (name) => {
		const at = argv.indexOf(`--${name}`);
		return at < 0 ? undefined : argv[at + 1];
	};
	const file = option("scenario");
	const scenario = file ? JSON.parse(fs.readFileSync(file, "utf8")) : { turns: [{ text: "ok" }] };
	const logFile = option("log");
	const server = await startModelServer({
		scenario,
		port: Number(option("port") ?? 0),
		onRequest: (record) => logFile && fs.appendFileSync(logFile, `${JSON.stringify(record)}\n`),
	});
	console.log(JSON.stringify({ listening: server.url }));
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
	await main(process.argv.slice(2));
