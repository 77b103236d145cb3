import type { HarnessEvent } from "../domain/harness.ts";

/**
 * Counts the answers of a model (turns) where a CLI doesn't number them: whatever the model says or calls after the result
 * of a tool call came back belongs to a new answer. Calls that overlap are one answer's; calls that one answer made one
 * after the other look like several, so the count may be too high, never too low by more than what the stream hides.
 */
export class AnswerCount {
	#count = 0;
	/** a result came back since the last answer began */
	#fed = false;
	readonly #open = new Set<string>();

	get count(): number {
		return this.#count;
	}

	/** The model said something. */
	spoke(): void {
		if (this.#count > 0 && (!this.#fed || this.#open.size > 0)) return;
		this.#count += 1;
		this.#fed = false;
	}

	opened(callId: string): void {
		this.spoke();
		this.#open.add(callId);
	}

	/** Also for a call of which only the end is told. */
	closed(callId: string): void {
		if (!this.#open.delete(callId)) this.spoke();
		this.#fed = true;
	}

	/** The same for events in our words. A changed file is told beside its tool call, so it counts for nothing. */
	add(event: HarnessEvent): void {
		if (event.type === "message" || event.type === "reasoning") this.spoke();
		else if (event.type === "tool_started") this.opened(event.callId);
		else if (event.type === "tool_ended") this.closed(event.callId);
	}
}
