import type { Effect } from "../../domain/protocol.ts";
import type { Executed } from "../executed.ts";
import { LeaveRun } from "../leave.ts";
import type { RunContext } from "../run-context.ts";

/** Puts a question to a person. Without an answer the runner leaves; the answer starts it again. */
export async function executeAsk(
	context: RunContext,
	effect: Extract<Effect, { kind: "ask" }>,
): Promise<Executed> {
	const answer = context.control.answer();
	if (answer === null) {
		throw new LeaveRun({ status: "needs_input", detail: effect.question, question: effect.question });
	}
	return { outcome: { kind: "ask", key: effect.key, answer: answer.text }, write: answer.use };
}
