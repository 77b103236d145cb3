import type { Budgets } from "../domain/budgets.ts";
import type { DoctorView } from "../domain/doctor-view.ts";
import type { Problem } from "../domain/errors.ts";
import type { PricesView } from "../domain/prices-view.ts";
import type { ProcessLedgerView, SweepResult } from "../domain/process-view.ts";
import type { Retention } from "../domain/retention.ts";
import type { Binding } from "../domain/role.ts";
import type { RunStatus, StartRunInput } from "../domain/run.ts";
import type { DiskView, GcReport } from "../domain/upkeep-views.ts";
import type { FolderListing, ImageComparison, NewRunView, ProjectDraft } from "../domain/views.ts";
import type { Sources } from "../insights/sources.ts";

/** "Run X reached event N": carries no data, so readers read after their own cursor. */
export interface Nudge {
	runId: string;
	seq: number;
	status: RunStatus;
}

export interface Bus {
	/** `runId` null: every run. The listener must not throw. */
	subscribe(runId: string | null, listener: (nudge: Nudge) => void): () => void;
}

export type CommandKind = "pause" | "resume" | "stop" | "answer" | "note";

/** Everything that acts on the world; `server/main.ts` makes it, procedures only call it. Errors are `DomainError`. */
export interface Actions {
	/** checks, copies the project, fixes the configuration, starts the runner */
	startRun(input: StartRunInput): Promise<{ runId: string }>;
	/** the same checks without doing anything */
	validateRun(input: StartRunInput): Promise<{ problems: Problem[]; warnings: Problem[] }>;
	/** `text`: the answer or the note; empty else */
	command(runId: string, kind: CommandKind, text: string): Promise<void>;
	/** gives a run more of what its budgets limit; `resume`: and lets it go on if it rests */
	raiseBudget(runId: string, budgets: Budgets, resume: boolean): Promise<void>;
	prices(): PricesView;
	readDraft(source: StartRunInput["source"]): Promise<ProjectDraft>;
	listFolders(path: string | null): Promise<FolderListing>;
	demos(): NewRunView["demos"];
	/** `fresh`: look again instead of answering from the last look */
	doctor(fresh: boolean): Promise<DoctorView>;
	/** `fresh`: count again instead of answering from the last count */
	disk(fresh: boolean): Promise<DiskView>;
	gc(options: { dryRun: boolean; policy: Retention | null }): Promise<GcReport>;
	exportCandidate(candidateId: string, directory: string): Promise<{ directory: string; files: number }>;
	openCandidate(candidateId: string): Promise<{ url: string }>;
	closeCandidate(candidateId: string): Promise<void>;
	examine(
		candidateId: string,
		tester: Binding | null,
		instruction: string | null,
	): Promise<{ examinationId: string }>;
	/** every process of ours on this machine, now */
	processes(): ProcessLedgerView;
	/** ends exactly that process and what it started */
	endProcess(pid: number, startTime: string): Promise<{ ended: number }>;
	/** stops every run at work, closes visits and examinations, ends whatever is left of them */
	stopAll(): Promise<SweepResult>;
	/** both are PNG bytes */
	compareImages(a: Buffer, b: Buffer): Promise<ImageComparison>;
	/** writes a content below the data directory (`exports/<run>/<sha>.png`) and says where */
	extractContent(projectId: string, runId: string, sha256: string, extension: string): Promise<string>;
}

/** What every procedure gets: read models' sources, the bus, and what acts. */
export interface ApiContext extends Sources {
	actions: Actions;
	bus: Bus;
}
