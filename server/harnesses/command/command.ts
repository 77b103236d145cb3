import { DomainError } from "../../domain/errors.ts";
import type { HarnessCommand, InvocationRequest } from "../../domain/harness.ts";

/**
 * `sh -c <model>`. Contract with the program (README.md tells it to people): prompt on stdin; FUSELINE_ROLE, FUSELINE_LOOP,
 * FUSELINE_ATTEMPT, FUSELINE_WORKSPACE, FUSELINE_OUTBOX, FUSELINE_RESULT_SCHEMA (path of a JSON Schema), FUSELINE_APP_URL
 * (testers, where the product is served) and FUSELINE_SESSION (when a session goes on) in the environment.
 */
export function commandCommand(request: InvocationRequest): HarnessCommand {
	if (request.model === null || request.model.trim() === "") {
		throw new DomainError(
			"invalid_input",
			"The command harness needs a command line: give it as the model of its role.",
		);
	}
	const environment: Record<string, string> = {
		FUSELINE_ROLE: request.role,
		FUSELINE_LOOP: String(request.loop),
		FUSELINE_ATTEMPT: String(request.attempt),
		FUSELINE_WORKSPACE: request.workspace,
		FUSELINE_OUTBOX: request.outbox,
		FUSELINE_RESULT_SCHEMA: `${request.scratch}/result.schema.json`,
	};
	if (request.appUrl !== null) environment.FUSELINE_APP_URL = request.appUrl;
	if (request.resumeSessionId !== null) environment.FUSELINE_SESSION = request.resumeSessionId;
	return {
		argv: ["sh", "-c", request.model],
		environment,
		stdin: request.prompt,
		files: [{ path: "result.schema.json", content: JSON.stringify(request.outputSchema ?? {}) }],
	};
}
