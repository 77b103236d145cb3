import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import { isAlive, startTimeOf } from "../process/identity.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { endMarked } from "../process/sweep.ts";

/** Candidates that people visit: each is served in its sandbox by a process of its own. */
export interface OpenCandidates {
	list(): ReadonlyMap<string, { url: string; since: number }>;
	/** @throws DomainError `unavailable` with the product's own last words if it doesn't get ready */
	open(candidateId: string): Promise<{ url: string }>;
	close(candidateId: string): Promise<void>;
	closeAll(): Promise<void>;
}

const atMost = 4;
const readyWithinMs = 10 * 60_000;
const goneWithinMs = 10_000;
const lookEveryMs = 50;

interface Visit {
	pid: number;
	startTime: string;
	url: string | null;
	since: number;
	opening: Promise<{ url: string }>;
}

export function createOpenCandidates(config: Config): OpenCandidates {
	const visits = new Map<string, Visit>();

	function open(candidateId: string): Promise<{ url: string }> {
		const known = visits.get(candidateId);
		if (known && isAlive(known.pid, known.startTime)) return known.opening;
		if (visits.size >= atMost) {
			throw new DomainError("conflict", `${atMost} candidates are open already: close one of them first.`);
		}
		const announceFile = path.join(config.dataDirectory, "runs", `open-${candidateId}.json`);
		rmSync(announceFile, { force: true });
		const argv = [
			"--enable-source-maps",
			config.entry("runner"),
			"--open",
			candidateId,
			"--announce",
			announceFile,
		];
		const child = spawnDetached([process.execPath, ...argv], {
			cwd: config.dataDirectory,
			environment: config.environment,
			outputPath: path.join(config.dataDirectory, "logs", "runner.out"),
		});
		let ended = false;
		void child.exited.then(() => {
			ended = true;
			visits.delete(candidateId);
			rmSync(announceFile, { force: true });
		});
		const visit: Visit = {
			pid: child.pid,
			startTime: startTimeOf(child.pid) ?? "",
			url: null,
			since: Date.now(),
			opening: awaitAnnouncement(announceFile, () => ended).then((url) => {
				visit.url = url;
				return { url };
			}),
		};
		visits.set(candidateId, visit);
		visit.opening.catch(() => void close(candidateId));
		return visit.opening;
	}

	async function close(candidateId: string): Promise<void> {
		const visit = visits.get(candidateId);
		if (!visit) return;
		visits.delete(candidateId);
		const lives = () => isAlive(visit.pid, visit.startTime);
		if (lives()) process.kill(visit.pid, "SIGTERM");
		for (const deadline = Date.now() + goneWithinMs; lives() && Date.now() < deadline; )
			await sleep(lookEveryMs);
		if (lives()) process.kill(visit.pid, "SIGKILL");
		await endMarked(`open:${candidateId}`);
	}

	return {
		list() {
			const open = [...visits].filter(
				([, visit]) => visit.url !== null && isAlive(visit.pid, visit.startTime),
			);
			return new Map(open.map(([id, { url, since }]) => [id, { url: url as string, since }]));
		},
		open: async (candidateId) => open(candidateId),
		close,
		async closeAll() {
			await Promise.all([...visits.keys()].map(close));
		},
	};
}

async function awaitAnnouncement(file: string, ended: () => boolean): Promise<string> {
	for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; ) {
		// read before asking whether it ended: its last act may be to say why
		const over = ended();
		const said = read(file);
		if (said?.url !== undefined) return said.url;
		if (said?.problem !== undefined) throw new DomainError("unavailable", said.problem);
		if (over) break;
		await sleep(lookEveryMs);
	}
	throw new DomainError(
		"unavailable",
		"The candidate couldn't be opened; logs/runner.out in the data directory may say why.",
	);
}

function read(file: string): { url?: string; problem?: string } | null {
	try {
		return JSON.parse(readFileSync(file, "utf8")) as { url?: string; problem?: string };
	} catch {
		return null;
	}
}

function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
