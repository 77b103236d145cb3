import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { Actions } from "../api/context.ts";
import { resolveTester } from "../api/start-bindings.ts";
import { checkStart, resolveStart } from "../api/start-input.ts";
import type { ImageComparer } from "../browser/compare-images.ts";
import type { Config } from "../config.ts";
import type { DoctorView } from "../domain/doctor-view.ts";
import { DomainError } from "../domain/errors.ts";
import { harnessDefinitions } from "../harnesses/registry.ts";
import { isWithin, realPath } from "../process/real-path.ts";
import { createRun } from "../runner/start-run.ts";
import { readCandidate } from "../store/candidate-rows.ts";
import type { Store } from "../store/open.ts";
import { refuseRemoved } from "../store/removals.ts";
import { readRun } from "../store/run-rows.ts";
import { materialize } from "../workspace/materialize.ts";
import type { DatabaseBus } from "./bus.ts";
import type { Demos } from "./demos.ts";
import type { Examinations } from "./examinations.ts";
import { listFolders } from "./folders.ts";
import type { OpenCandidates } from "./open-candidates.ts";
import { pricesView } from "./prices.ts";
import type { ProcessLedger } from "./process-ledger.ts";
import type { ProjectContents } from "./project-contents.ts";
import { readDraft, resolvedRun, startFacts, withScenario } from "./project-source.ts";
import { raiseBudget } from "./raise-budget.ts";
import { commandRun } from "./run-commands.ts";
import type { Runners } from "./runners.ts";
import type { SpaceGuard } from "./space-guard.ts";
import type { Upkeep } from "./upkeep.ts";

export interface ActionParts {
	config: Config;
	store: Store;
	bus: DatabaseBus;
	runners: Runners;
	examinations: Examinations;
	visits: OpenCandidates;
	processes: ProcessLedger;
	contents: ProjectContents;
	demos: Demos;
	images: ImageComparer;
	doctor(fresh: boolean): Promise<DoctorView>;
	upkeep: Upkeep;
	space: SpaceGuard;
}

/** Everything that the API may do to the world. */
export function createActions(parts: ActionParts): Actions {
	const {
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
	} = parts;
	return {
		async startRun(input) {
			const draft = await readDraft(input.source, config, demos);
			const start = resolveStart(input, startFacts(draft, await doctor(false)));
			const runId = await createRun(config, store, resolvedRun(input, start, draft, demos));
			runners.ensure(runId);
			bus.look();
			return { runId };
		},
		async validateRun(input) {
			try {
				const draft = await readDraft(input.source, config, demos);
				const { problems, warnings } = checkStart(input, startFacts(draft, await doctor(false)));
				return { problems, warnings };
			} catch (error) {
				// a source that can't be read at all is what the form wants to hear, not a failed call
				if (!(error instanceof DomainError) || error.problems.length === 0) throw error;
				return { problems: error.problems, warnings: [] };
			}
		},
		async command(runId, kind, text) {
			space.record(() => commandRun(store, runners, runId, kind, text));
			bus.look();
		},
		async raiseBudget(runId, budgets, resume) {
			raiseBudget(store, runId, budgets);
			const rests = ["paused", "suspended", "quarantined"].includes(readRun(store, runId).status);
			if (resume && rests) commandRun(store, runners, runId, "resume", "");
			bus.look();
		},
		prices: () => pricesView(config.dataDirectory),
		readDraft: (source) => readDraft(source, config, demos),
		listFolders: async (asked) => listFolders(asked, config.environment.HOME ?? homedir()),
		demos: () => demos.list(),
		doctor,
		disk: upkeep.disk,
		gc: upkeep.gc,
		async exportCandidate(candidateId, directory) {
			if (!path.isAbsolute(directory)) {
				throw new DomainError(
					"invalid_input",
					`${directory} isn't a whole path: give one that begins with /.`,
				);
			}
			// a link on the way may lead there too
			if (isWithin(realPath(directory), realPath(config.dataDirectory))) {
				throw new DomainError(
					"invalid_input",
					`${directory} lies in Fuseline's own data: give a folder outside of it.`,
				);
			}
			const { candidate, projectId } = findCandidate(store, candidateId);
			refuseRemoved(store, candidateId);
			const manifest = contents.manifest(projectId, candidate.manifestSha256);
			await materialize({ manifest, contents: contents.of(projectId), directory });
			return { directory, files: manifest.entries.filter((entry) => entry.type === "file").length };
		},
		async openCandidate(candidateId) {
			refuseRemoved(store, candidateId);
			return visits.open(candidateId);
		},
		closeCandidate: (candidateId) => visits.close(candidateId),
		async examine(candidateId, tester, instruction) {
			const facts = { harnesses: harnessDefinitions, doctor: await doctor(false) };
			const bound = tester && withScenario(resolveTester(tester, facts), demos);
			return examinations.start(candidateId, bound, instruction);
		},
		processes: () => processes.read(),
		endProcess: (pid, startTime) => processes.end(pid, startTime),
		stopAll: () => processes.stopAll(),
		compareImages: (a, b) => images.compareImages(a, b),
		async extractContent(projectId, runId, sha256, extension) {
			if (!/^[a-z0-9]{1,5}$/.test(extension)) throw new DomainError("invalid_input", "not a file extension");
			const folder = path.join(config.dataDirectory, "exports", runId);
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			const file = path.join(folder, `${sha256}.${extension}`);
			writeFileSync(file, contents.of(projectId).get(sha256), { mode: 0o600 });
			return file;
		},
	};
}

/** @throws DomainError `not_found` */
export function findCandidate(store: Store, candidateId: string) {
	const candidate = readCandidate(store, candidateId);
	if (!candidate) throw new DomainError("not_found", `There is no candidate ${candidateId}.`);
	return { candidate, projectId: readRun(store, candidate.runId).projectId };
}
