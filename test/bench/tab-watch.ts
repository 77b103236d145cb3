import type { Page } from "playwright-core";

/** What one tab was told of one run over its socket. */
export interface Told {
	runId: string;
	/** the cursor that the tab gave */
	after: number;
	/** seqs in the order of their arrival */
	seqs: number[];
}

interface Sent {
	id: number;
	method?: string;
	params?: { path?: string; input?: { json?: { runId?: string; after?: number } } };
}
interface Received {
	id: number | null;
	result?: { type?: string; id?: string };
}

/** Listens to the frames of a tab's socket; call before the page is opened. A socket that comes back counts anew. */
export function watchTab(page: Page): Told[] {
	const told: Told[] = [];
	page.on("websocket", (socket) => {
		const subscriptions = new Map<number, Told>();
		socket.on("framesent", ({ payload }) => {
			for (const message of messages<Sent>(payload)) {
				const { path, input } = message.params ?? {};
				if (message.method !== "subscription" || path !== "runs.watch" || !input?.json?.runId) continue;
				const subscription = { runId: input.json.runId, after: input.json.after ?? 0, seqs: [] };
				subscriptions.set(message.id, subscription);
				told.push(subscription);
			}
		});
		socket.on("framereceived", ({ payload }) => {
			for (const message of messages<Received>(payload)) {
				const seq = Number(message.result?.id);
				if (message.id !== null && Number.isInteger(seq)) subscriptions.get(message.id)?.seqs.push(seq);
			}
		});
	});
	return told;
}

function messages<T>(payload: string | Buffer): T[] {
	try {
		const parsed = JSON.parse(String(payload)) as T | T[];
		return Array.isArray(parsed) ? parsed : [parsed];
	} catch {
		// PING and PONG are no JSON
		return [];
	}
}
