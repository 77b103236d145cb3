import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for one test file, removed at its end. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `fuseline-${name}-`));
	afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}
