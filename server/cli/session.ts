import { loadConfig } from "../config.ts";
import { type ApiClient, connectApi } from "./api-client.ts";
import { type Daemon, findDaemon, startDaemon, stopDaemon } from "./daemon.ts";

export interface Session extends ApiClient {
	daemon: Daemon;
	/** this command started the daemon */
	own: boolean;
}

/** A daemon that a command starts for itself takes any free port and suspends what still runs when it goes. */
const forItself = { FUSELINE_PORT: "0", FUSELINE_ARTIFACT_PORT: "0", FUSELINE_ON_EXIT: "suspend" };

/** Connects to the daemon of the data directory; starts one if none runs. */
export async function openSession(environment: Record<string, string> = forItself): Promise<Session> {
	const config = loadConfig();
	const running = findDaemon(config);
	const daemon = running ?? (await startDaemon(config, environment));
	return { ...connectApi(daemon.url, daemon.token), daemon, own: running === null };
}

/**
 * Does some work with the API and leaves nothing behind: a daemon that was started for it is stopped, unless other runs
 * have come to live in it meanwhile.
 */
export async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
	const session = await openSession();
	const leave = () => void endSession(session).finally(() => process.exit(130));
	process.once("SIGINT", leave);
	process.once("SIGTERM", leave);
	try {
		return await work(session);
	} finally {
		process.off("SIGINT", leave);
		process.off("SIGTERM", leave);
		await endSession(session);
	}
}

/** Stops the daemon if this session started it. */
export async function endSession(session: Session): Promise<void> {
	await session.close();
	if (session.own) await stopDaemon(session.daemon);
}

/** Address of a page that this machine's browser can open: the fragment carries the token and reaches no server. */
export function pageUrl(daemon: Daemon, path = "/"): string {
	return `${daemon.url}${path}#token=${daemon.token}`;
}
