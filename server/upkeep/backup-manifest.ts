import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import { sha256Schema, ulidSchema } from "../domain/ids.ts";

export const backupManifestName = "backup.json";

/** What a backup says of itself. `path` is relative to its folder. */
export const backupManifestSchema = z.strictObject({
	format: z.literal(1),
	createdAt: z.string(),
	version: z.string(),
	/** the newest migration of the main database */
	schema: z.string(),
	/** every event up to this id is in it */
	lastEvent: z.number().int(),
	counts: z.strictObject({
		projects: z.number().int(),
		runs: z.number().int(),
		candidates: z.number().int(),
		events: z.number().int(),
		contents: z.number().int(),
	}),
	files: z
		.array(
			z.strictObject({
				path: z.string().regex(/^(fuseline\.sqlite|projects\/[0-9A-HJKMNP-TV-Z]{26}\/contents\.sqlite)$/),
				projectId: ulidSchema.nullable(),
				bytes: z.number().int(),
				sha256: sha256Schema,
			}),
		)
		.min(1),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export async function hashFile(file: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
	return hash.digest("hex");
}
