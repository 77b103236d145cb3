import { z } from "zod";
import { errorKindSchema } from "../../domain/outcome.ts";

const count = z.number().int().nonnegative();

/**
 * What the scripted agent prints, one JSON object a line. `usage` is one model step's own use (steps add up). `error` with
 * `fatal` decides the outcome with its `kind`; `done` is the last word. The `command` harness understands the same lines
 * with `fuseline.` before the type.
 */
export const lineSchema = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("session"), sessionId: z.string().min(1), model: z.string().optional() }),
	z.strictObject({ type: z.literal("message"), text: z.string() }),
	z.strictObject({ type: z.literal("reasoning"), text: z.string() }),
	z.strictObject({ type: z.literal("note"), text: z.string() }),
	z.strictObject({
		type: z.literal("tool_started"),
		callId: z.string().min(1),
		name: z.string(),
		input: z.string().default(""),
	}),
	z.strictObject({
		type: z.literal("tool_ended"),
		callId: z.string().min(1),
		name: z.string(),
		input: z.string().default(""),
		ok: z.boolean(),
		exitCode: z.number().int().nullable().default(null),
		output: z.string().default(""),
	}),
	z.strictObject({
		type: z.literal("file_changed"),
		path: z.string().min(1),
		change: z.enum(["add", "update", "delete"]),
	}),
	z.strictObject({
		type: z.literal("usage"),
		input: count,
		cacheRead: count.default(0),
		cacheWrite: count.default(0),
		output: count,
		reasoning: count.default(0),
		costUsd: z.number().nonnegative().nullable().default(null),
	}),
	z.strictObject({ type: z.literal("retry"), message: z.string() }),
	z.strictObject({
		type: z.literal("permission_refused"),
		name: z.string(),
		message: z.string().default(""),
	}),
	z.strictObject({
		type: z.literal("error"),
		message: z.string(),
		fatal: z.boolean().default(true),
		kind: errorKindSchema.default("agent"),
		/** ISO time when a used-up limit resets */
		resetAt: z.string().nullable().default(null),
	}),
	z.strictObject({ type: z.literal("done"), text: z.string().default("") }),
]);
export type ProtocolLine = z.infer<typeof lineSchema>;
