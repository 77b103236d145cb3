"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "./external-value";

export interface Connection {
	state: "connecting" | "connected" | "offline";
	/** milliseconds since 1970 */
	since: number;
}

const initial: Connection = { state: "connecting", since: 0 };
export const connection = externalValue<Connection>(initial);

export function setConnection(state: Connection["state"]): void {
	if (connection.get().state !== state) connection.set({ state, since: Date.now() });
}

/** Whether this tab's one WebSocket to the daemon is up, and since when. */
export function useConnection(): Connection {
	return useSyncExternalStore(connection.subscribe, connection.get, () => initial);
}
