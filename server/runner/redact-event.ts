import type { HarnessEvent } from "../domain/harness.ts";
import { redactText } from "../evidence/redact.ts";

/** A single event may hold a whole file; the log keeps a readable part, the stored stdout has all. */
const textLimit = 32 * 1024;

/** Takes known key shapes out of an event and bounds its size before it is stored or shown (design §7). */
export function redactEvent(event: HarnessEvent): HarnessEvent {
	const copy: Record<string, unknown> = { ...event };
	for (const [key, value] of Object.entries(copy)) {
		if (typeof value === "string" && key !== "type") copy[key] = bounded(redactText(value));
	}
	return copy as HarnessEvent;
}

function bounded(text: string): string {
	if (text.length <= textLimit) return text;
	return `${text.slice(0, textLimit)}\n… ${text.length - textLimit} more characters in the stored output`;
}
