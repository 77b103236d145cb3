import { parentPort } from "node:worker_threads";
import { loadConfig } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import { openStore } from "../store/open.ts";
import { readDisk } from "./disk-ledger.ts";
import { collectGarbage, type GcOptions } from "./gc.ts";

/* The daemon's upkeep: reads and tidies gigabytes in a thread of its own, so that no page waits for it. */

export type UpkeepJob = { kind: "disk" } | ({ kind: "gc" } & GcOptions);

export interface UpkeepRequest {
	id: number;
	job: UpkeepJob;
}

export type UpkeepAnswer =
	| { id: number; result: unknown }
	| { id: number; error: { code: DomainError["code"]; message: string } };

const config = loadConfig(process.env);

async function work(job: UpkeepJob): Promise<unknown> {
	const store = openStore(config.databaseFile, { migrationsDirectory: config.migrationsDirectory });
	try {
		return job.kind === "disk" ? await readDisk(config, store) : await collectGarbage(config, store, job);
	} finally {
		store.close();
	}
}

parentPort?.on("message", async ({ id, job }: UpkeepRequest) => {
	let answer: UpkeepAnswer;
	try {
		answer = { id, result: await work(job) };
	} catch (error) {
		const code = error instanceof DomainError ? error.code : "infrastructure";
		answer = { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
	}
	parentPort?.postMessage(answer);
});
