import type { HarnessEvent } from "../domain/harness.ts";
import { faultPoint } from "../fault-point.ts";
import { appendLog } from "../store/events.ts";
import type { Store } from "../store/open.ts";
import { redactEvent } from "./redact-event.ts";

const flushAfterMs = 40;
const flushAtEvents = 500;

export interface LogBuffer {
	add(events: readonly HarnessEvent[]): void;
	close(): void;
}

/** Collects a call's events for some milliseconds, so that a talkative CLI costs few transactions. */
export function openLogBuffer(store: Store, runId: string, loop: number, invocationId: string): LogBuffer {
	let waiting: HarnessEvent[] = [];
	let timer: NodeJS.Timeout | null = null;
	let failure: unknown = null;
	const flush = () => {
		if (timer !== null) clearTimeout(timer);
		timer = null;
		const events = waiting;
		waiting = [];
		appendLog(store, runId, loop, invocationId, events);
		faultPoint("log.flushed");
	};
	/** By the clock nobody is there to catch: the reason waits for the call's next word. */
	const flushLater = () => {
		try {
			flush();
		} catch (error) {
			failure ??= error;
		}
	};
	return {
		add(events) {
			if (failure !== null) throw failure;
			for (const event of events) waiting.push(redactEvent(event));
			if (waiting.length >= flushAtEvents) flush();
			else if (waiting.length > 0) timer ??= setTimeout(flushLater, flushAfterMs);
		},
		close() {
			if (failure !== null) throw failure;
			flush();
		},
	};
}
