import type { HarnessEvent } from "./harness.ts";

/** What a person can read of an event, for finding words in it; not its field names, ids or numbers. */
export function eventTexts(event: HarnessEvent): string[] {
	switch (event.type) {
		case "session":
			return [event.sessionId, event.model ?? ""];
		case "message":
		case "reasoning":
		case "note":
			return [event.text];
		case "tool_started":
			return [event.name, event.input];
		case "tool_ended":
			return [event.name, event.input, event.output];
		case "file_changed":
			return [event.path];
		case "retry":
		case "error":
			return [event.message];
		case "permission_refused":
			return [event.name, event.message];
		case "unparsed":
			return [event.line];
		case "usage":
			return [];
	}
}

/** Holds it these words, as they stand there, capital or small letters alike? */
export function eventHolds(event: HarnessEvent, words: string): boolean {
	const wanted = words.toLowerCase();
	return eventTexts(event).some((text) => text.toLowerCase().includes(wanted));
}
