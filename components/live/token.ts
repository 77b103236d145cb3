"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "./external-value";
import { siteKept } from "./site-storage";

const key = "fuseline.token";

/** `undefined` until the browser was asked (server render), `null` when this browser holds no token. */
const token = externalValue<string | null | undefined>(undefined);
let read = false;

/** Takes the token out of the printed link's fragment, which no server ever sees, and takes the fragment away. */
function takeFragment(): void {
	const fragment = new URLSearchParams(window.location.hash.slice(1)).get("token");
	if (!fragment) return;
	// where nothing can be kept the address keeps it, so that a reload finds it again
	if (!siteKept.set(key, fragment)) return;
	history.replaceState(history.state, "", window.location.pathname + window.location.search);
}

function readToken(): string | null | undefined {
	if (typeof window === "undefined") return undefined;
	if (!read) {
		read = true;
		takeFragment();
		token.set(siteKept.get(key));
	}
	return token.get();
}

/** The link may be pasted into a tab that is here already: then only the fragment changes and no page is loaded. */
function subscribe(listener: () => void): () => void {
	const onFragment = () => {
		takeFragment();
		token.set(siteKept.get(key));
	};
	window.addEventListener("hashchange", onFragment);
	const leave = token.subscribe(listener);
	return () => {
		window.removeEventListener("hashchange", onFragment);
		leave();
	};
}

export function currentToken(): string | null {
	return readToken() ?? null;
}

/** The daemon refused this token: forget it, so that the page says how to get a new one. */
export function forgetToken(): void {
	siteKept.remove(key);
	token.set(null);
}

export function useToken(): string | null | undefined {
	return useSyncExternalStore(subscribe, readToken, () => undefined);
}
