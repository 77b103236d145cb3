import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { Log } from "../log.ts";
import { removeTree } from "../process/remove-tree.ts";
import { endMarked } from "../process/sweep.ts";
import { readCandidate } from "../store/candidate-rows.ts";
import { openStore } from "../store/open.ts";
import { candidateLayers } from "./candidate-layers.ts";
import { loopFacts } from "./loop-facts.ts";
import { prepareContext } from "./prepare-context.ts";
import { serveCandidate } from "./serve-candidate.ts";
import { watchSpace } from "./space-watch.ts";
import { withoutCommands } from "./without-commands.ts";

/**
 * Serves a candidate in its sandbox for a person to visit, until SIGTERM. Writes `{url, pid}` (or `{problem}`) to
 * `announce` as JSON, in one rename, so that a reader never sees half of it.
 */
export async function openCandidate(
	host: Config,
	log: Log,
	candidateId: string,
	announce: string,
): Promise<void> {
	const store = openStore(host.databaseFile, { migrationsDirectory: host.migrationsDirectory });
	const control = withoutCommands(watchSpace(host));
	const marker = `open:${candidateId}`;
	// whoever asked for the visit may be killed: then nobody is left to end it
	const asker = process.ppid;
	const orphaned = setInterval(() => {
		if (process.ppid !== asker) process.kill(process.pid, "SIGTERM");
	}, 500);
	const say = async (value: object) => {
		await writeFile(`${announce}.partial`, JSON.stringify(value), { mode: 0o600 });
		await rename(`${announce}.partial`, announce);
	};
	try {
		const candidate = readCandidate(store, candidateId);
		if (!candidate) throw new DomainError("not_found", `There is no candidate ${candidateId}.`);
		const context = await prepareContext(
			host,
			store,
			candidate.runId,
			marker,
			control,
			`open-${candidateId}`,
		);
		const { effective } = loopFacts(context, candidate.loop);
		if (effective.serve === null) {
			throw new DomainError(
				"invalid_input",
				"Neither fuseline.json nor a plan says how to serve this product (`serve`).",
			);
		}
		const target = { examinationId: `open-${candidateId}`, name: "serve" };
		const layers = await candidateLayers(context, candidate.tree, effective.setup, target.examinationId);
		if (!layers.ok) throw new DomainError("unavailable", layers.problem);
		const served = await serveCandidate(context, effective.serve, { ...target, lower: layers.lower });
		if (!served.ready) throw new DomainError("unavailable", served.problem);
		await say({ url: served.url.replace("127.0.0.1", "localhost"), pid: process.pid });
		if (!control.signal.aborted) await once(control.signal, "abort");
		await served.stop();
		context.contents.close();
		await removeTree(context.paths.root);
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		log.error("candidate could not be opened", { candidateId, problem });
		await say({ problem });
		process.exitCode = 1;
	} finally {
		clearInterval(orphaned);
		await rm(announce, { force: true });
		control.close();
		await endMarked(marker);
		store.close();
	}
}
