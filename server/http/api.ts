import type { IncomingMessage, RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import { TRPCError } from "@trpc/server";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { WebSocketServer } from "ws";
import type { ApiContext } from "../api/context.ts";
import { appRouter } from "../api/router.ts";
import { DomainError } from "../domain/errors.ts";
import type { Log } from "../log.ts";
import { bodyLimitBytes } from "./guard.ts";
import { isToken } from "./token.ts";

export interface Api {
	handle: RequestListener;
	/** the guard has let the upgrade in; the token comes with the first message */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
	stop(): void;
}

const pingMs = 15_000;
const pongWaitMs = 5000;
const largestMessageBytes = 256 * 1024;

/** tRPC over HTTP (calls) and WebSocket (subscriptions), the same router and context for both. */
export function createApi(context: ApiContext, token: string, log: Log): Api {
	const onError = ({ error, path }: { error: TRPCError; path?: string | undefined }) => {
		if (error.code !== "INTERNAL_SERVER_ERROR" || error.cause instanceof DomainError) return;
		log.error("a call failed", { path, error: error.cause?.stack ?? error.message });
	};
	const handle = createHTTPHandler({
		router: appRouter,
		basePath: "/api/trpc/",
		createContext: () => context,
		// queries may carry a whole spec, which no URL takes
		allowMethodOverride: true,
		maxBodySize: bodyLimitBytes,
		onError,
	});
	const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
	const subscriptions = applyWSSHandler({
		wss: sockets,
		router: appRouter,
		createContext: ({ info }) => {
			if (!isToken(info.connectionParams?.token, token)) {
				throw new TRPCError({
					code: "UNAUTHORIZED",
					message: "The token is missing or wrong: open the printed link.",
				});
			}
			return context;
		},
		keepAlive: { enabled: true, pingMs, pongWaitMs },
		onError,
	});
	return {
		handle,
		upgrade(request, socket, head) {
			sockets.handleUpgrade(request, socket, head, (connected) => {
				sockets.emit("connection", connected, request);
			});
		},
		stop() {
			subscriptions.broadcastReconnectNotification();
			for (const client of sockets.clients) client.terminate();
			sockets.close();
		},
	};
}
