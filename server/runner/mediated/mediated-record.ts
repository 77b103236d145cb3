import { readFile } from "node:fs/promises";
import type { LookOutcome } from "../../browser/look-job.ts";
import type { ExecutionRecord } from "../../domain/evidence.ts";
import { type LookRequest, lookArgument } from "../../domain/look.ts";
import { recordOf } from "../run-check.ts";
import { keep, type RunContext } from "../run-context.ts";
import { saidLines } from "./answer-text.ts";

const kinds = { screenshot: "screenshot", state: "runtime_state", console: "log" } as const;

/**
 * One call at the tester's browser as a record. Its bytes are durable on return, the row follows when the step seals.
 * What can fail says so (`passed`); a picture, a state or the console has nothing to judge.
 */
export async function mediatedRecord(
	context: RunContext,
	call: { request: LookRequest; outcome: LookOutcome; ref: string; tree: string; invocationId: string },
): Promise<{ record: ExecutionRecord; picture: Buffer | null }> {
	const { request, outcome, ref } = call;
	const argument = lookArgument(request);
	const kind = request.verb in kinds ? kinds[request.verb as keyof typeof kinds] : "trace";
	const picture = outcome.picture === null ? null : await readFile(outcome.picture.path);
	const content =
		picture !== null
			? { sha256: keep(context, picture, "image/png"), size: picture.byteLength, mime: "image/png" }
			: outcome.value !== null
				? {
						sha256: keep(context, outcome.value, "text/plain"),
						size: Buffer.byteLength(outcome.value),
						mime: "text/plain",
					}
				: {};
	const observation = [outcome.message, ...saidLines(outcome), outcome.value ?? ""]
		.filter((line) => line !== "")
		.join("\n");
	const record = recordOf(call.tree, {
		ref,
		kind,
		origin: "mediated",
		passed: outcome.ok ? (kind === "trace" ? true : null) : false,
		title: `${request.verb}${argument === "" ? "" : ` ${argument}`}`.replace(/\s+/g, " ").slice(0, 300),
		observation: observation.slice(0, 8_000),
		...content,
		width: outcome.picture?.width ?? null,
		height: outcome.picture?.height ?? null,
		environment: {
			...outcome.environment,
			viewport: outcome.viewport,
			url: outcome.url.slice(0, 2_000),
			verb: request.verb,
			argument: argument.slice(0, 2_000),
			at: new Date().toISOString(),
			durationMs: String(outcome.durationMs),
			consoleErrors: String(outcome.console.filter((line) => line.level === "error").length),
		},
		// an expression looks behind the surface
		box: request.verb === "state" && request.expression !== undefined ? "white" : "black",
		invocationId: call.invocationId,
	});
	return { record, picture };
}
