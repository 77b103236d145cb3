import { createHash, randomBytes } from "node:crypto";
import { writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { loadConfig } from "../../server/config.ts";
import { openContents } from "../../server/evidence/contents.ts";
import { contentsFile } from "../../server/evidence/contents-file.ts";
import { nameBlob } from "../../server/store/blob-rows.ts";
import { appendRunEvent } from "../../server/store/events.ts";
import { openStore } from "../../server/store/open.ts";
import { readRun } from "../../server/store/run-rows.ts";
import { randomOf } from "./random.ts";

/**
 * A program for `kill-writer`: stores contents, names them and tells of them, then acknowledges each on stdout; never
 * ends by itself. `early` acknowledges before it has committed, which a kill must show. `power…` is for `power-cut`:
 * bytes that don't shrink; `power-normal` and `power-contents` take durability from the store or the contents.
 */
export async function writeUntilKilled(runId: string, mode: string, seed: number): Promise<never> {
	const host = loadConfig();
	const store = openStore(host.databaseFile, { migrationsDirectory: host.migrationsDirectory });
	const { projectId } = readRun(store, runId);
	if (mode === "power-normal") store.db.pragma("synchronous = NORMAL");
	if (mode === "power-contents") openLessDurably();
	const contents = openContents(contentsFile(host, projectId));
	const random = randomOf(seed);
	for (let count = 0; ; count += 1) {
		const bytes = mode.startsWith("power")
			? randomBytes(random.between(1, count % 64 === 7 ? 1_500_000 : 20_000))
			: // above 1 MiB a content is stored in pieces
				Buffer.alloc(random.between(1, count % 8 === 7 ? 3_000_000 : 60_000), `${seed} ${count} `);
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		const text = `${seed} ${count} ${sha256}`;
		if (mode === "early") {
			writeSync(1, `${text}\n`);
			await sleep(10);
		}
		const file = join(host.dataDirectory, `writes-${process.pid}`);
		writeFileSync(file, bytes);
		if (count % 2 === 0) contents.put(bytes);
		else await contents.putFile(file);
		store.transaction(() => {
			nameBlob(store, projectId, sha256, bytes.length, "text/plain");
			appendRunEvent(store, runId, { kind: "notice", loop: 0, level: "info", text });
		});
		if (mode !== "early") writeSync(1, `${text}\n`);
	}
}

/** For a control: whatever is opened next is told that it runs with FULL and runs with NORMAL. */
function openLessDurably(): void {
	const { pragma } = Database.prototype;
	Database.prototype.pragma = function (this: Database.Database, source: string, options) {
		if (source === "synchronous") return 2;
		return pragma.call(this, source === "synchronous = FULL" ? "synchronous = NORMAL" : source, options);
	};
}
