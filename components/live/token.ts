"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "./external-value";

const key = "fuseline.token";

/** `undefined` until the browser was asked (server render), `null` when this browser holds no token. */
const token = externalValue<string | null | undefined>(undefined);
let read = false;

/** Takes the token out of the printed link's fragment (which no server ever sees), else out of storage. */
function readToken(): string | null | undefined {
	if (typeof window === "undefined") return undefined;
	if (!read) {
		read = true;
		const fragment = new URLSearchParams(window.location.hash.slice(1)).get("token");
		if (fragment) {
			localStorage.setItem(key, fragment);
			history.replaceState(history.state, "", window.location.pathname + window.location.search);
		}
		token.set(localStorage.getItem(key));
	}
	return token.get();
}

export function currentToken(): string | null {
	return readToken() ?? null;
}

/** The daemon refused this token: forget it, so that the page says how to get a new one. */
export function forgetToken(): void {
	localStorage.removeItem(key);
	token.set(null);
}

export function useToken(): string | null | undefined {
	return useSyncExternalStore(token.subscribe, readToken, () => undefined);
}
