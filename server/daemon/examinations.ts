import path from "node:path";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import { type Binding, mayWrite } from "../domain/role.ts";
import { isAlive, startTimeOf } from "../process/identity.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { endMarked } from "../process/sweep.ts";
import { readCandidate } from "../store/candidate-rows.ts";
import { failExamination, insertExamination, officialExamination } from "../store/examination-rows.ts";
import type { Store } from "../store/open.ts";
import { refuseRemoved } from "../store/removals.ts";
import { runningExaminations } from "../store/run-heads.ts";

/** Examinations that people asked for, each in a process of its own. */
export interface Examinations {
	start(candidateId: string, tester: Binding | null, instruction: string | null): { examinationId: string };
	count(): number;
	/** ends what an earlier daemon began and nobody carries on; says so in its row */
	recover(): Promise<void>;
	stopAll(): Promise<void>;
}

const goneWithinMs = 10_000;

export function createExaminations(config: Config, store: Store, onChange: () => void): Examinations {
	const working = new Map<string, { pid: number; startTime: string; exited: Promise<unknown> }>();
	return {
		start(candidateId, tester, instruction) {
			const candidate = readCandidate(store, candidateId);
			if (!candidate) throw new DomainError("not_found", `There is no candidate ${candidateId}.`);
			if (tester?.access === "read-write" && !mayWrite.tester) {
				throw new DomainError(
					"invalid_input",
					"A tester can't be read-write: only the developer may change the workspace.",
				);
			}
			const official = officialExamination(store, candidate.runId, candidate.loop);
			const examinationId = store.transaction(() => {
				// in one transaction: gc decides either before this, or after it and leaves the candidate alone
				refuseRemoved(store, candidateId);
				return insertExamination(store, {
					candidateId,
					runId: candidate.runId,
					loop: candidate.loop,
					official: false,
					tester,
					instruction,
					planHash: official === null ? null : planHashOf(store, official.id),
				});
			});
			const child = spawnDetached(
				[process.execPath, "--enable-source-maps", config.entry("runner"), "--examine", examinationId],
				{
					cwd: config.dataDirectory,
					environment: config.environment,
					outputPath: path.join(config.dataDirectory, "logs", "runner.out"),
				},
			);
			working.set(examinationId, {
				pid: child.pid,
				startTime: startTimeOf(child.pid) ?? "",
				exited: child.exited,
			});
			void child.exited.then(() => {
				working.delete(examinationId);
				closeUnfinished(
					store,
					examinationId,
					"Its process ended before it was done; logs/runner.out may say why.",
				);
				onChange();
			});
			onChange();
			return { examinationId };
		},
		count: () => working.size,
		async recover() {
			for (const { id } of runningExaminations(store)) {
				await endMarked(`examination:${id}`);
				closeUnfinished(store, id, "The daemon ended while it was under way; examine again.");
			}
		},
		async stopAll() {
			for (const { pid, startTime } of working.values())
				if (isAlive(pid, startTime)) process.kill(pid, "SIGTERM");
			const all = Promise.all([...working.values()].map(({ exited }) => exited));
			await Promise.race([all, new Promise((resolve) => setTimeout(resolve, goneWithinMs).unref())]);
			for (const { pid, startTime } of working.values())
				if (isAlive(pid, startTime)) process.kill(pid, "SIGKILL");
		},
	};
}

function closeUnfinished(store: Store, examinationId: string, why: string): void {
	if (!runningExaminations(store).some(({ id }) => id === examinationId)) return;
	store.transaction(() => failExamination(store, examinationId, why));
}

function planHashOf(store: Store, examinationId: string): string | null {
	const row = store.db.prepare("SELECT planHash FROM Examination WHERE id = ?").get(examinationId) as
		| { planHash: string | null }
		| undefined;
	return row?.planHash ?? null;
}
