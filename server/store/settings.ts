import type { z } from "zod";
import type { Store } from "./open.ts";

/** What a person set under a name; `fallback` where nothing is set or what is set can't be read any more. */
export function readSetting<T>(store: Store, name: string, schema: z.ZodType<T>, fallback: T): T {
	const row = store.db.prepare("SELECT value FROM Setting WHERE name = ?").get(name) as
		| { value: string }
		| undefined;
	if (!row) return fallback;
	const parsed = schema.safeParse(JSON.parse(row.value));
	return parsed.success ? parsed.data : fallback;
}

export function writeSetting(store: Store, name: string, value: unknown): void {
	store.transaction(() =>
		store.db
			.prepare(
				"INSERT INTO Setting (name, value, changedAt) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, changedAt = excluded.changedAt",
			)
			.run(name, JSON.stringify(value), Date.now()),
	);
}
