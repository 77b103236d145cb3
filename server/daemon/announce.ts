import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isAlive, startTimeOf } from "../process/identity.ts";

export interface Announced {
	port: number;
	artifactPort: number;
	url: string;
}

/** Writes `daemon.json`, by which the command line finds a living daemon; gives back how to take it away again. */
export function announce(dataDirectory: string, door: Announced): () => void {
	const file = path.join(dataDirectory, "daemon.json");
	const draft = `${file}.new`;
	const said = { pid: process.pid, startTime: startTimeOf(process.pid), ...door };
	writeFileSync(draft, `${JSON.stringify(said, null, "\t")}\n`, { mode: 0o600 });
	renameSync(draft, file);
	return () => rmSync(file, { force: true });
}

const announcedSchema = z.object({ pid: z.number(), startTime: z.string(), url: z.string() });

/** The living daemon of this data directory, or null. */
export function readAnnounced(dataDirectory: string): z.infer<typeof announcedSchema> | null {
	try {
		const said = announcedSchema.parse(
			JSON.parse(readFileSync(path.join(dataDirectory, "daemon.json"), "utf8")),
		);
		return isAlive(said.pid, said.startTime) ? said : null;
	} catch {
		return null;
	}
}
