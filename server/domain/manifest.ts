import { z } from "zod";
import { sha256Schema } from "./ids.ts";

/**
 * One entry of a candidate. `path` is the path's bytes as latin1 (one character per byte), so that names that are not
 * UTF-8 survive JSON; `mode` is the permission bits (setuid, setgid and sticky are masked). Directories have no mode
 * of their own meaning beyond 0755 but are listed, so that empty ones exist.
 */
export const manifestEntrySchema = z.discriminatedUnion("type", [
	z.strictObject({
		type: z.literal("file"),
		path: z.string().min(1),
		mode: z.number().int(),
		size: z.number().int().nonnegative(),
		sha256: sha256Schema,
	}),
	z.strictObject({ type: z.literal("directory"), path: z.string().min(1), mode: z.number().int() }),
	z.strictObject({ type: z.literal("link"), path: z.string().min(1), target: z.string() }),
]);
export type ManifestEntry = z.infer<typeof manifestEntrySchema>;

/** Sorted by path bytes; unique paths. Its canonical encoding's sha256 is the tree hash. */
export interface Manifest {
	entries: ManifestEntry[];
}
