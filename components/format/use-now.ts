"use client";
import { useSyncExternalStore } from "react";
import { externalValue } from "../live/external-value";

/** One clock for the page: ticks each second while something on it shows a running time. */
const clock = externalValue(0);
let watchers = 0;
let timer: ReturnType<typeof setInterval> | null = null;

function subscribe(listener: () => void): () => void {
	watchers++;
	if (timer === null) {
		clock.set(Date.now());
		timer = setInterval(() => clock.set(Date.now()), 1000);
	}
	const leave = clock.subscribe(listener);
	return () => {
		leave();
		watchers--;
		if (watchers === 0 && timer !== null) {
			clearInterval(timer);
			timer = null;
		}
	};
}

function read(): number {
	if (clock.get() === 0) clock.set(Date.now());
	return clock.get();
}

/** Milliseconds since 1970, to the second; 0 on the server, where no time is right. */
export function useNow(): number {
	return useSyncExternalStore(subscribe, read, () => 0);
}
