import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createImageComparer } from "./browser/compare-images.ts";
import { type Config, loadConfig } from "./config.ts";
import { createActions, findCandidate } from "./daemon/actions.ts";
import { announce, readAnnounced } from "./daemon/announce.ts";
import { watchDatabase } from "./daemon/bus.ts";
import { prepareDataDirectory } from "./daemon/data-directory.ts";
import { readDemos } from "./daemon/demos.ts";
import { createDoctor } from "./daemon/doctor.ts";
import { createExaminations } from "./daemon/examinations.ts";
import { createOpenCandidates } from "./daemon/open-candidates.ts";
import { createProcessLedger } from "./daemon/process-ledger.ts";
import { openProjectContents } from "./daemon/project-contents.ts";
import { superviseRunners } from "./daemon/runners.ts";
import { guardSpace } from "./daemon/space-guard.ts";
import { createUpkeep } from "./daemon/upkeep.ts";
import { DomainError } from "./domain/errors.ts";
import { candidateLabel } from "./domain/ids.ts";
import { armFault, faultPoint } from "./fault-point.ts";
import { createApi } from "./http/api.ts";
import { startPages } from "./http/pages.ts";
import { bindDoor } from "./http/server.ts";
import { createSigner } from "./http/sign.ts";
import { loadToken } from "./http/token.ts";
import { openLog } from "./log.ts";
import { findGroupPlace, sweepGroups } from "./process/control-group.ts";
import { takeInstanceLock } from "./store/instance-lock.ts";
import { openStore } from "./store/open.ts";
import { openReads } from "./store/prisma.ts";
import { refuseRemoved } from "./store/removals.ts";

/*
 * The daemon: composition root. Everything is made here, in an order in which each part finds what it needs, and is
 * ended in the reverse order.
 */

const suspendWithinMs = 12_000;
const lockWithinMs = 15_000;

type Stop = () => void | Promise<void>;

async function startDaemon(config: Config): Promise<Stop> {
	const stops: Stop[] = [];
	const stopAll = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	try {
		await build(config, stops);
		return stopAll;
	} catch (error) {
		await stopAll();
		throw error;
	}
}

async function build(config: Config, stops: Stop[]): Promise<void> {
	prepareDataDirectory(config.dataDirectory);
	const lock = await takeLock(config);
	stops.push(() => lock.release());
	faultPoint("daemon.locked");
	const log = openLog(config, "daemon");
	const token = loadToken(config.dataDirectory);
	const door = await bindDoor(config);
	stops.push(() => door.close());

	const store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
	stops.push(() => store.close());
	faultPoint("daemon.opened");
	const reads = openReads(config.databaseFile);
	stops.push(() => reads.$disconnect());
	const contents = openProjectContents(config);
	stops.push(() => contents.close());

	const images = createImageComparer(config.entry("image"));
	stops.push(() => images.close());
	const space = guardSpace(config, log);
	stops.push(() => space.stop());
	const upkeep = createUpkeep(config);
	stops.push(() => upkeep.close());
	const demos = readDemos(config.repositoryRoot);
	const doctor = createDoctor(config, {
		ports: { ui: door.port, artifacts: door.artifactPort },
		scenarios: demos.scenarios(),
	});

	const bus = watchDatabase(store, () => runners.count() + examinations.count() > 0);
	stops.push(() => bus.stop());
	const runners = superviseRunners(config, store, log, space, () => {
		bus.look();
		sweep();
	});
	stops.push(async () => {
		if (config.onExit === "suspend") await runners.suspendAll(suspendWithinMs);
		runners.leave();
	});
	const examinations = createExaminations(config, store, () => bus.look());
	stops.push(() => examinations.stopAll());
	const visits = createOpenCandidates(config);
	stops.push(() => visits.closeAll());
	const processes = createProcessLedger({ store, runners, visits, examinations });
	const sweep = () => {
		processes.sweepStrays().then(
			(ended) => ended > 0 && log.warn("ended processes that nobody waited for", { ended }),
			(error) => log.error("strays can't be ended", { error: String(error) }),
		);
	};

	const signer = createSigner(token);
	const api = createApi(
		{
			store,
			reads,
			bus,
			signer: { signPath: signer.signPath, artifactOrigin: door.artifactOrigin },
			contents: contents.of,
			manifest: contents.manifest,
			openCandidates: visits.list,
			actions: createActions({
				config,
				store,
				bus,
				runners,
				examinations,
				visits,
				processes,
				contents,
				demos,
				images,
				doctor,
				upkeep,
				space,
			}),
		},
		token,
		log,
	);
	stops.push(() => api.stop());
	const pages = startPages(config, log, door.port);
	stops.push(() => pages.stop());

	await examinations.recover();
	// before any run goes on: what an earlier daemon or runner left must not write any more
	await processes.sweepStrays();
	const groups = findGroupPlace(config.dataDirectory);
	if ("place" in groups) await sweepGroups(groups.place);
	runners.recover(config.resume);
	faultPoint("daemon.recovered");
	door.open({
		api,
		pages,
		token,
		signer,
		development: config.development,
		contentsOf: contents.of,
		async download(candidateId) {
			const { candidate, projectId } = findCandidate(store, candidateId);
			refuseRemoved(store, candidateId);
			return {
				label: candidateLabel(candidate.loop, candidate.tree),
				createdAt: candidate.createdAt,
				manifest: contents.manifest(projectId, candidate.manifestSha256),
				contents: contents.of(projectId),
			};
		},
	});
	stops.push(
		announce(config.dataDirectory, { port: door.port, artifactPort: door.artifactPort, url: door.origin }),
	);
	faultPoint("daemon.announced");
	log.info("daemon started", { url: door.origin, artifacts: door.artifactOrigin });
	stops.push(() => log.info("daemon stops"));
}

/** One daemon per data directory; one that is just leaving is waited for. */
async function takeLock(config: Config): Promise<{ release(): void }> {
	for (const deadline = Date.now() + lockWithinMs; ; await sleep(100)) {
		const lock = takeInstanceLock(path.join(config.dataDirectory, "daemon.lock"));
		if (lock) return lock;
		const other = readAnnounced(config.dataDirectory);
		if (other) {
			throw new DomainError(
				"conflict",
				`Fuseline is running already for ${config.dataDirectory} (process ${other.pid}): open ${other.url}, or end that one first.`,
			);
		}
		if (Date.now() > deadline) {
			throw new DomainError(
				"conflict",
				`Another process holds ${config.dataDirectory}: end it, or set FUSELINE_DATA_DIR.`,
			);
		}
	}
}

/** One line for people, as the command line shows the last one that a daemon said. */
function fail(error: unknown): never {
	const known = error instanceof DomainError;
	process.stderr.write(
		`fuseline: ${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
	);
	process.exit(known && error.code === "invalid_input" ? 2 : 1);
}

let stopDaemon: Stop | null = null;
let stopping = false;
function leave(): void {
	// asked twice: somebody is in a hurry; the next start finds what is left
	if (stopping) process.exit(1);
	stopping = true;
	Promise.resolve(stopDaemon?.()).then(() => process.exit(0), fail);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);

try {
	const config = loadConfig();
	armFault(config.faultAt);
	stopDaemon = await startDaemon(config);
	if (stopping) leave();
} catch (error) {
	fail(error);
}
