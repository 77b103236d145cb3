import type { Serve } from "../domain/project-config.ts";
import { freePort } from "../process/ports.ts";
import { startServer } from "../process/serve.ts";
import { baseEnvironment } from "./call-environment.ts";
import { makeCopy } from "./copy.ts";
import { childMarker, type RunContext } from "./run-context.ts";

export type Served =
	| { ready: true; url: string; readyPath: string; readyMs: number; stop(): Promise<void> }
	| { ready: false; problem: string; stop(): Promise<void> };

/** Starts the product's server on a copy of its own. `stop` surely ends it and removes the copy. */
export async function serveCandidate(
	context: RunContext,
	serve: Serve,
	target: { examinationId: string; lower: string[]; name: string },
): Promise<Served> {
	const copy = await makeCopy(context, target.lower, target.examinationId, target.name);
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const started = performance.now();
	const server = await startServer({
		run: serve.run,
		environment: {
			...baseEnvironment(context.host, copy.scratch),
			HOME: copy.scratch,
			...serve.environment,
			PORT: String(port),
			HOST: "127.0.0.1",
		},
		cwd: copy.cwd,
		confinement: copy.confinement,
		sandbox: context.sandbox,
		readyUrl: `${url}${serve.readyPath}`,
		readyTimeoutMs: serve.readyTimeoutSeconds * 1000,
		stdoutPath: copy.stdout,
		stderrPath: copy.stderr,
		marker: childMarker(context),
		signal: context.control.signal,
	});
	const stop = async () => {
		if (server.ready) await server.stop();
		await copy.remove();
	};
	if (server.ready) {
		return {
			ready: true,
			url,
			readyPath: serve.readyPath,
			readyMs: Math.round(performance.now() - started),
			stop,
		};
	}
	const said = server.stderrTail.trim() || server.stdoutTail.trim();
	return {
		ready: false,
		problem: `\`${serve.run}\` ${server.reason}${said === "" ? "" : `: ${said.slice(-600)}`}`,
		stop,
	};
}
