import { type Config, loadConfig } from "../config.ts";
import { entryPath } from "../http/entry-ticket.ts";
import { type ApiClient, connectApi } from "./api-client.ts";
import { type Daemon, findDaemon, startDaemon, stopDaemon } from "./daemon.ts";
import { enter, isHost, leave, noteHost } from "./guests.ts";
import { awaitInterruption } from "./interruption.ts";
import { printNote } from "./print.ts";

export interface Session extends ApiClient {
	daemon: Daemon;
	/** a command started the daemon: it ends with the last one that uses it */
	own: boolean;
}

/** A daemon that a command starts for itself takes any free port and suspends what still runs when it goes. */
const forItself = { FUSELINE_PORT: "0", FUSELINE_ARTIFACT_PORT: "0", FUSELINE_ON_EXIT: "suspend" };

/**
 * Does some work with the API and leaves nothing behind: a daemon that a command started is stopped by the last command
 * that uses it, at its end or on Ctrl-C. Work that goes on until Ctrl-C gets that as a promise and ends by itself.
 */
export async function withSession(
	work: (session: Session, interrupted: Promise<"interrupted">) => Promise<void>,
	options: { environment?: Record<string, string>; untilInterrupted?: boolean } = {},
): Promise<void> {
	const config = loadConfig();
	enter(config);
	const interruption = awaitInterruption();
	let session: Session | null = null;
	try {
		session = await openSession(config, options.environment ?? forItself);
		const done = work(session, interruption.come);
		// work that was left in its middle may still fail; nobody waits for it
		done.catch(() => {});
		const end = options.untilInterrupted ? await done : await Promise.race([done, interruption.come]);
		if (end === "interrupted") process.exitCode = 130;
	} finally {
		await session?.close();
		const last = leave(config);
		// asked anew: whoever started it may have noted so after this command had found it
		if (session && last && isHost(config, session.daemon.pid)) {
			await stopDaemon(session.daemon);
			if (process.exitCode === 130) {
				printNote("Left. A run that was at work is suspended; `fuseline resume RUN` goes on with it.");
			}
		}
		interruption.release();
	}
}

/** Connects to the daemon of the data directory; starts one, with these settings, if none runs. */
async function openSession(config: Config, environment: Record<string, string>): Promise<Session> {
	let daemon = findDaemon(config);
	if (!daemon) {
		const started = await startDaemon(config, environment);
		daemon = started.daemon;
		if (started.mine) noteHost(config, daemon.pid);
	}
	return { ...connectApi(daemon.url, daemon.token), daemon, own: isHost(config, daemon.pid) };
}

/** Address of a page for `openInBrowser`: on a command line, where everybody can read it, stands no token. */
export function entryUrl(daemon: Daemon, path = "/"): string {
	return `${daemon.url}${entryPath(daemon.token, path, Date.now())}`;
}

/** Address of a page that this machine's browser can open: the fragment carries the token and reaches no server. */
export function pageUrl(daemon: Daemon, path = "/"): string {
	return `${daemon.url}${path}#token=${daemon.token}`;
}
