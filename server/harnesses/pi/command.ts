import type { HarnessCommand, InvocationRequest } from "../../domain/harness.ts";
import { piSettings } from "./definition.ts";

/**
 * `pi --mode json -p … < prompt`. Providers of a binding come in by an extension file of this call, so that the user's
 * own `~/.pi`, login included, stays as it is. Pi has no permissions of its own: without our sandbox a read-only role
 * keeps only the tools that read.
 */
export function piCommand(request: InvocationRequest): HarnessCommand {
	const settings = piSettings.parse(request.settings ?? {});
	const readOnly = request.access === "read-only";
	const argv = [
		request.binary,
		"--mode",
		"json",
		"-p",
		"--offline",
		"--no-extensions",
		"--no-skills",
		"--no-prompt-templates",
	];
	// A product's own AGENTS.md must not tell its planner and tester what to think.
	if (readOnly) argv.push("--no-context-files");
	const files: HarnessCommand["files"] = [];
	const providers = Object.entries(settings.providers);
	if (providers.length > 0) {
		files.push({ path: "providers.js", content: providerExtension(providers), mode: 0o600 });
		argv.push("--extension", `${request.scratch}/providers.js`);
	}
	if (request.model !== null) {
		const slash = request.model.indexOf("/");
		if (slash > 0) argv.push("--provider", request.model.slice(0, slash));
		argv.push("--model", request.model.slice(slash + 1));
	}
	if (request.effort !== null) argv.push("--thinking", request.effort);
	if (readOnly && !request.sandboxed) argv.push("--tools", "read,grep,find,ls");
	if (request.resumeSessionId !== null) argv.push("--session", request.resumeSessionId);
	return { argv, environment: { PI_OFFLINE: "1", PI_TELEMETRY: "0" }, stdin: request.prompt, files };
}

function providerExtension(providers: [string, unknown][]): string {
	const calls = providers.map(
		([name, config]) => `\tpi.registerProvider(${JSON.stringify(name)}, ${JSON.stringify(config)});`,
	);
	return `export default function (pi) {\n${calls.join("\n")}\n}\n`;
}
