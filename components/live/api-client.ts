"use client";
import {
	createTRPCClient,
	createWSClient,
	httpBatchLink,
	splitLink,
	type TRPCLink,
	wsLink,
} from "@trpc/client";
import { observable } from "@trpc/server/observable";
import superjson from "superjson";
import type { AppRouter } from "@/server/api/router.ts";
import { plainTexts } from "@/server/domain/plain-text.ts";
import { setConnection } from "./connection";
import { currentToken } from "./token";

const retryLimitMs = 4000;

/** The border where agents' text comes in: no page draws a control character, whoever forgets to think of it. */
const transformer = {
	serialize: superjson.serialize,
	deserialize: (value: Parameters<typeof superjson.deserialize>[0]) =>
		plainTexts(superjson.deserialize(value)),
};

function webSocketLink(): TRPCLink<AppRouter> {
	const client = createWSClient({
		url: () => `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/api/trpc`,
		connectionParams: () => ({ token: currentToken() ?? "" }),
		// Opened by the first subscription (the rail's), so that a tab without a token never knocks.
		lazy: { enabled: true, closeMs: 60_000 },
		keepAlive: { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5000 },
		retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, retryLimitMs),
		onOpen: () => setConnection("connected"),
		onClose: () => setConnection("offline"),
		onError: () => setConnection("offline"),
	});
	return wsLink({ client, transformer });
}

/** Without a token nobody is asked: the page says how to get one, and what was wanted waits. */
const tokenLink: TRPCLink<AppRouter> = () => {
	return ({ op, next }) => (currentToken() === null ? observable(() => {}) : next(op));
};

/** Queries and mutations over HTTP in batches, subscriptions over one WebSocket per tab. */
export function makeApiClient() {
	const http = httpBatchLink<AppRouter>({
		url: "/api/trpc",
		transformer,
		// a pasted spec is part of a query, and no URL takes a megabyte
		methodOverride: "POST",
		headers: () => ({ authorization: `Bearer ${currentToken() ?? ""}` }),
	});
	// on the server nothing is fetched: pages are frames, data comes with the browser's token
	if (typeof window === "undefined") return createTRPCClient<AppRouter>({ links: [http] });
	return createTRPCClient<AppRouter>({
		links: [
			tokenLink,
			splitLink({ condition: (call) => call.type === "subscription", true: webSocketLink(), false: http }),
		],
	});
}
