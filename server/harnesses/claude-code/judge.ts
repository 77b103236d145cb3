import type { ErrorKind } from "../../domain/outcome.ts";
import { kindOfMessage, kindOfStatus } from "../classify.ts";
import { completed, failed, type Judgement } from "../exit.ts";
import { array, type Json, number, string } from "../json-line.ts";

/** Names that Claude Code gives to failures of the API in an assistant event's `error`. */
const kindOfName: Record<string, ErrorKind> = {
	authentication_failed: "auth",
	oauth_org_not_allowed: "auth",
	billing_error: "quota",
	rate_limit: "transport",
	overloaded: "transport",
	server_error: "transport",
	invalid_request: "harness",
	model_not_found: "harness",
	max_output_tokens: "harness",
};

/** Judges a result event: `is_error` decides, never `subtype`, which is `success` for a failure of the API. */
export function judgeResult(result: Json, errorName: string | null): Judgement {
	if (result.is_error !== true) return completed;
	const subtype = string(result.subtype) ?? "";
	const reason = string(result.terminal_reason) ?? "";
	const errors = array(result.errors).filter((item) => typeof item === "string");
	const words =
		string(result.result) || errors.join(" ") || reason || subtype || "Claude Code reports an error.";
	if (/^aborted|^interrupted/.test(reason)) {
		return { outcome: "interrupted", errorKind: null, message: "Claude Code was interrupted." };
	}
	if (reason === "max_turns" || subtype === "error_max_turns") return failed("agent", words);
	if (reason === "budget_exhausted" || subtype === "error_max_budget_usd") return failed("agent", words);
	if (reason === "prompt_too_long") return failed("harness", words);
	if (subtype === "error_max_structured_output_retries") return failed("harness", words);
	const status = number(result.api_error_status);
	const byStatus = status === null ? null : kindOfStatus(status, words);
	if (byStatus !== null) return failed(byStatus, words);
	// what the model said last is no statement about the failure: only the CLI's own words count
	const own = errors.join(" ") || (reason === "api_error" || errorName !== null ? words : "");
	const byWords = kindOfMessage(own);
	if (byWords !== "harness") return failed(byWords, words);
	return failed((errorName === null ? undefined : kindOfName[errorName]) ?? "harness", words);
}
