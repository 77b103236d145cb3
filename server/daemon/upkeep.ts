import { Worker } from "node:worker_threads";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { Retention } from "../domain/retention.ts";
import type { DiskView, GcReport } from "../domain/upkeep-views.ts";
import type { UpkeepAnswer, UpkeepJob } from "../upkeep/worker.ts";

/** Disk ledger and gc for pages, made in a worker thread that ends when it has nothing to do. */
export interface Upkeep {
	/** `fresh`: count anew instead of answering from the last count */
	disk(fresh: boolean): Promise<DiskView>;
	gc(options: { dryRun: boolean; policy: Retention | null }): Promise<GcReport>;
	close(): Promise<void>;
}

const freshMs = 60_000;
/** steps under way are waited for so long; what still waits then is left to the next gc */
const waitMs = 5_000;

export function createUpkeep(config: Config): Upkeep {
	let last: DiskView | null = null;
	let counting: Promise<DiskView> | null = null;
	const working = new Set<Worker>();

	/** One thread per job: what a job has read of gigabytes goes with it. */
	function run<T>(job: UpkeepJob): Promise<T> {
		return new Promise((resolve, reject) => {
			const worker = new Worker(config.entry("upkeep"), { env: config.environment, execArgv: [] });
			working.add(worker);
			const settle = (done: () => void) => {
				working.delete(worker);
				void worker.terminate();
				done();
			};
			worker.once("message", (answer: UpkeepAnswer) =>
				settle(() =>
					"result" in answer
						? resolve(answer.result as T)
						: reject(new DomainError(answer.error.code, answer.error.message)),
				),
			);
			worker.once("error", (error) =>
				settle(() => reject(new DomainError("infrastructure", `Upkeep failed: ${error.message}`))),
			);
			worker.once("exit", () =>
				settle(() => reject(new DomainError("unavailable", "Upkeep was ended before it was done."))),
			);
			worker.postMessage({ id: 1, job });
		});
	}

	return {
		disk(fresh) {
			if (last && !fresh && Date.now() - last.at < freshMs) return Promise.resolve(last);
			counting ??= run<DiskView>({ kind: "disk" })
				.then((view) => {
					last = view;
					return view;
				})
				.finally(() => {
					counting = null;
				});
			return counting;
		},
		async gc(options) {
			const report = await run<GcReport>({ kind: "gc", ...options, waitMs });
			if (!options.dryRun) last = null;
			return report;
		},
		async close() {
			await Promise.all([...working].map((worker) => worker.terminate()));
		},
	};
}
