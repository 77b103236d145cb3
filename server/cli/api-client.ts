import { createTRPCClient, createWSClient, httpLink, splitLink, type TRPCClient, wsLink } from "@trpc/client";
import superjson from "superjson";
import { WebSocket } from "ws";
import type { AppRouter } from "../api/router.ts";

export interface ApiClient {
	api: TRPCClient<AppRouter>;
	close(): Promise<void>;
}

/** Speaks to a daemon as pages do: HTTP for calls, one WebSocket for subscriptions, the token with both. */
export function connectApi(url: string, token: string): ApiClient {
	// the door asks every upgrade for an exact Origin; a program has to say its own
	class Socket extends WebSocket {
		constructor(address: string | URL, protocols?: string | string[]) {
			super(address, protocols, { origin: url });
		}
	}
	const socket = createWSClient({
		url: `${url.replace(/^http/, "ws")}/api/trpc`,
		WebSocket: Socket as unknown as typeof globalThis.WebSocket,
		connectionParams: () => ({ token }),
		lazy: { enabled: true, closeMs: 1000 },
		retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, 4000),
	});
	const http = httpLink<AppRouter>({
		url: `${url}/api/trpc`,
		transformer: superjson,
		// a query may carry a whole spec, which no URL takes
		methodOverride: "POST",
		headers: { authorization: `Bearer ${token}`, origin: url },
	});
	const api = createTRPCClient<AppRouter>({
		links: [
			splitLink({
				condition: (call) => call.type === "subscription",
				true: wsLink({ client: socket, transformer: superjson }),
				false: http,
			}),
		],
	});
	return { api, close: () => socket.close() };
}
