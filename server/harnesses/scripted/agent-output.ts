import { writeSync } from "node:fs";
import type { z } from "zod";
import type { Role } from "../../domain/role.ts";
import type { lineSchema } from "./protocol.ts";

/** The call as `command.ts` wrote it. */
export interface Call {
	invocationId: string;
	sessionId: string;
	resumed: boolean;
	role: Role;
	loop: number;
	attempt: number;
	workspace: string;
	outbox: string;
	scratch: string;
	appUrl: string | null;
	scenario: string;
}

/** Prints one line of the protocol. */
export function emit(line: z.input<typeof lineSchema>): void {
	writeAll(`${JSON.stringify(line)}\n`);
}

/** Writes bytes to stdout at once, so that a crash in the next step loses nothing. A closed stdout is no error here. */
export function writeAll(text: string | Buffer): void {
	const bytes = typeof text === "string" ? Buffer.from(text) : text;
	let offset = 0;
	while (offset < bytes.length) {
		try {
			offset += writeSync(1, bytes, offset);
		} catch (error) {
			const code = (error as NodeJS.ErrnoException).code;
			if (code === "EPIPE" || code === "EBADF") return;
			if (code !== "EAGAIN") throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
		}
	}
}
