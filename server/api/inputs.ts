import { z } from "zod";
import { sha256Schema, ulidSchema } from "../domain/ids.ts";

/* Inputs that several nouns share. Every procedure has one, if only the empty one: a body without a shape is refused. */
export const nothing = z.strictObject({});
export const runInput = z.strictObject({ runId: ulidSchema });
export const candidateInput = z.strictObject({ candidateId: z.string().max(200) });
export const candidatePathInput = candidateInput.extend({ path: z.string().min(1).max(4096) });
/** `lastEventId` comes from a client that reconnects; the later of both cursors counts */
export const cursor = { after: z.number().int().min(0), lastEventId: z.string().nullish() };
export const pictureSha = sha256Schema;

/** The cursor to read after. */
export function cursorOf(input: { after: number; lastEventId?: string | null | undefined }): number {
	const resumed = Number(input.lastEventId ?? 0);
	return Math.max(input.after, Number.isSafeInteger(resumed) ? resumed : 0);
}
