import { DomainError } from "../../domain/errors.ts";
import type { HarnessCommand, InvocationRequest } from "../../domain/harness.ts";
import { scriptedSettings } from "./definition.ts";
import { parseScenario } from "./scenario.ts";

/**
 * `node <agent> --call <scratch>/call.json`, prompt on stdin. `request.binary` is Node's path, `settings.agent` the bundle,
 * `settings.scenario` the scenario (checked here, so that a wrong one never starts); an absolute path as model works too.
 */
export function scriptedCommand(request: InvocationRequest): HarnessCommand {
	const settings = scriptedSettings.safeParse(request.settings ?? {});
	if (!settings.success || settings.data.agent === undefined) {
		throw new DomainError(
			"infrastructure",
			"The scripted harness has no agent program: run `npm start` to build it.",
		);
	}
	const { agent, scenario } = settings.data;
	const files: HarnessCommand["files"] = [];
	let scenarioPath = request.model?.startsWith("/") ? request.model : null;
	if (scenario !== undefined) {
		scenarioPath = `${request.scratch}/scenario.json`;
		files.push({ path: "scenario.json", content: JSON.stringify(parseScenario(scenario)) });
	}
	if (scenarioPath === null) {
		throw new DomainError(
			"invalid_input",
			"The scripted harness needs a scenario: give the absolute path of a scenario file as model.",
		);
	}
	const call = {
		invocationId: request.invocationId,
		sessionId: request.resumeSessionId ?? `scripted-${request.invocationId}`,
		resumed: request.resumeSessionId !== null,
		role: request.role,
		loop: request.loop,
		attempt: request.attempt,
		workspace: request.workspace,
		outbox: request.outbox,
		scratch: request.scratch,
		appUrl: request.appUrl,
		scenario: scenarioPath,
	};
	files.push({ path: "call.json", content: JSON.stringify(call) });
	return {
		argv: [request.binary, agent, "--call", `${request.scratch}/call.json`],
		environment: {},
		stdin: request.prompt,
		files,
	};
}
