import { z } from "zod";
import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/** What a person or the daemon tells a run. `suspend`: the daemon leaves; `note`: a wish for the next planner call. */
export const commandKinds = ["pause", "resume", "stop", "suspend", "answer", "note"] as const;
export type CommandKind = (typeof commandKinds)[number];

const commandSchema = z.object({ id: z.string(), kind: z.enum(commandKinds), data: z.string() });

export interface PendingCommand {
	id: string;
	kind: CommandKind;
	text: string;
}

/** Leaves a command for the run's runner; it is there after a crash of either side. */
export function addCommand(store: Store, runId: string, kind: CommandKind, text = ""): string {
	const id = newId();
	store.transaction(() => {
		store.db
			.prepare("INSERT INTO Command (id, runId, kind, data, createdAt) VALUES (?, ?, ?, ?, ?)")
			.run(id, runId, kind, JSON.stringify({ text }), Date.now());
	});
	return id;
}

/** Commands that nobody has taken yet, oldest first. */
export function pendingCommands(store: Store, runId: string): PendingCommand[] {
	const rows = store.db
		.prepare("SELECT id, kind, data FROM Command WHERE runId = ? AND takenAt IS NULL ORDER BY id")
		.all(runId);
	return rows.map((row) => {
		const command = commandSchema.parse(row);
		const data = z.object({ text: z.string().default("") }).parse(JSON.parse(command.data));
		return { id: command.id, kind: command.kind, text: data.text };
	});
}

/** Marks a command as dealt with; call in the transaction of its effect. */
export function takeCommand(store: Store, id: string, result: string): void {
	store.db.prepare("UPDATE Command SET takenAt = ?, result = ? WHERE id = ?").run(Date.now(), result, id);
}
