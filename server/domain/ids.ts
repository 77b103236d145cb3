import { z } from "zod";

/** Row key of everything that we store: a ULID (26 characters of Crockford base 32), sortable by time. */
export const ulidSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "not a ULID");

/** Lower-case hex sha256, the name of every content. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "not a sha256");

/** Ids that people write in specs, plans and reports: `board.moves`, `fp.combat.player-fire`. */
export const slugSchema = z
	.string()
	.min(1)
	.max(120)
	.regex(/^[a-zA-Z0-9][a-zA-Z0-9._:-]*$/, "use letters, digits, '.', '_', ':' and '-'");

/** `loop-07-3f9a1c77e0b2`: the name by which people know a candidate; the same tree may recur in another loop. */
export function candidateLabel(loop: number, tree: string): string {
	return `loop-${String(loop).padStart(2, "0")}-${tree.slice(0, 12)}`;
}

/** Accepts `RUN/loop-07-3f9a1c77e0b2`, `loop-07-…` alone or a candidate ULID, and says which it is. */
export function parseCandidateReference(
	reference: string,
): { kind: "id"; id: string } | { kind: "label"; run: string | null; label: string } | null {
	if (ulidSchema.safeParse(reference).success) return { kind: "id", id: reference };
	const match = /^(?:([^/]+)\/)?(loop-\d{2,}-[0-9a-f]{12})$/.exec(reference);
	return match ? { kind: "label", run: match[1] ?? null, label: match[2] as string } : null;
}
