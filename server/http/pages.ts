import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { type ChannelChild, startChannelChild } from "../process/channel-child.ts";

/** The child that makes pages, kept alive. */
export interface Pages {
	/** socket file of a child that is ready; null while there is none, with a sentence in `problem` */
	socket(): string | null;
	problem(): string | null;
	/** resolves when the first child is ready or has failed */
	started: Promise<void>;
	stop(): Promise<void>;
}

const graceMs = 1500;
const firstPauseMs = 200;
const longestPauseMs = 10_000;
const lookForBuildMs = 2000;

/** Starts the child and starts it anew when it ends or when the pages were built anew. */
export function startPages(config: Config, log: Log, port: number): Pages {
	// a short path: the system takes about 100 characters for a socket file
	const directory = mkdtempSync(path.join(tmpdir(), "fuseline-"));
	let child: ChannelChild | null = null;
	let ready: string | null = null;
	let problem: string | null = "The pages are starting.";
	let stopped = false;
	let pauseMs = firstPauseMs;
	let count = 0;
	let buildId = readBuildId(config);
	let timer: NodeJS.Timeout | undefined;
	let markStarted = () => {};
	const started = new Promise<void>((resolve) => {
		markStarted = resolve;
	});

	function start(): void {
		if (stopped) return;
		if (!config.development && readBuildId(config) === null) {
			problem = "The pages aren't built yet: run `npm run build`. Everything else works.";
			markStarted();
			timer = setTimeout(start, lookForBuildMs);
			return;
		}
		count += 1;
		const socket = path.join(directory, `${count}.sock`);
		const begun = Date.now();
		const current = startChannelChild(argvOf(config, socket, port), {
			cwd: config.repositoryRoot,
			environment: environmentOf(config),
			outputPath: path.join(config.dataDirectory, "logs", "pages.out"),
		});
		child = current;
		buildId = readBuildId(config);
		current.ready.then(
			() => {
				ready = socket;
				problem = null;
				markStarted();
			},
			() => {},
		);
		void current.exited.then(({ code, signal }) => {
			if (ready === socket) ready = null;
			rmSync(socket, { force: true });
			if (stopped) return;
			problem = "The pages are starting again.";
			markStarted();
			pauseMs = Date.now() - begun > longestPauseMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
			log.warn("the pages' process ended and is started again", { code, signal, pauseMs });
			timer = setTimeout(start, pauseMs);
		});
	}

	// a build replaces the files under a running child
	const watch = setInterval(() => {
		const now = readBuildId(config);
		if (config.development || now === null || now === buildId || !child) return;
		buildId = now;
		pauseMs = firstPauseMs;
		void child.stop(graceMs);
	}, lookForBuildMs);
	watch.unref();
	start();

	return {
		socket: () => ready,
		problem: () => problem,
		started,
		async stop() {
			stopped = true;
			clearInterval(watch);
			clearTimeout(timer);
			await child?.stop(graceMs);
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

function argvOf(config: Config, socket: string, port: number): [string, ...string[]] {
	const places = ["--directory", config.repositoryRoot, "--socket", socket, "--port", String(port)];
	return [
		process.execPath,
		config.entry("next"),
		...places,
		...(config.development ? ["--development"] : []),
	];
}

function environmentOf(config: Config): Record<string, string> {
	const { PATH = "", HOME = "" } = config.environment;
	const NODE_ENV = config.development ? "development" : "production";
	return { PATH, HOME, NODE_ENV, NEXT_TELEMETRY_DISABLED: "1" };
}

/** Set-up writes this stamp last and takes it away first, so it never names half a build. */
function readBuildId(config: Config): string | null {
	try {
		return readFileSync(path.join(config.buildDirectory, "stamps", "pages"), "utf8");
	} catch {
		return null;
	}
}
