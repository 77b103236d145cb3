import type { Usage } from "../../domain/usage.ts";
import { object, tokens } from "../json-line.ts";

/** Codex's own counter, which runs on over the whole thread, earlier invocations included. */
export interface CodexCounter {
	input_tokens: number;
	cached_input_tokens: number;
	cache_write_input_tokens: number;
	output_tokens: number;
	reasoning_output_tokens: number;
}

/** Reads a counter as Codex prints it, or one of our own usages (four exclusive buckets). Null: neither. */
export function readCounter(value: unknown): CodexCounter | null {
	const raw = object(value);
	if (raw === null) return null;
	if (tokens(raw.input_tokens) !== null) {
		return {
			input_tokens: tokens(raw.input_tokens) ?? 0,
			cached_input_tokens: tokens(raw.cached_input_tokens) ?? 0,
			cache_write_input_tokens: tokens(raw.cache_write_input_tokens) ?? 0,
			output_tokens: tokens(raw.output_tokens) ?? 0,
			reasoning_output_tokens: tokens(raw.reasoning_output_tokens) ?? 0,
		};
	}
	const fresh = tokens(raw.input);
	if (fresh === null) return null;
	const read = tokens(raw.cacheRead) ?? 0;
	const written = tokens(raw.cacheWrite) ?? 0;
	return {
		input_tokens: fresh + read + written,
		cached_input_tokens: read,
		cache_write_input_tokens: written,
		output_tokens: tokens(raw.output) ?? 0,
		reasoning_output_tokens: tokens(raw.reasoning) ?? 0,
	};
}

/** What one invocation used: the counter now less the counter before. Cached input is inside Codex's input. */
export function usageBetween(before: CodexCounter | null, now: CodexCounter): Usage {
	const part = (key: keyof CodexCounter) => Math.max(0, now[key] - (before?.[key] ?? 0));
	const cacheRead = part("cached_input_tokens");
	const cacheWrite = part("cache_write_input_tokens");
	return {
		input: Math.max(0, part("input_tokens") - cacheRead - cacheWrite),
		cacheRead,
		cacheWrite,
		output: part("output_tokens"),
		reasoning: part("reasoning_output_tokens"),
		costUsd: null,
		costOrigin: null,
		origin: "reported",
		partial: false,
		claimed: { tokens: now.input_tokens + now.output_tokens, costUsd: null, scope: "session" },
	};
}
