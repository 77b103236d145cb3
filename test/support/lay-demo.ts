import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const demoRoot = join(import.meta.dirname, "../../server/demo");

/** Lays a demo project with the files of the given loops, in order, as the scenario's Developer leaves it. */
export function layDemo(demo: string, loops: readonly string[], directory: string): void {
	mkdirSync(directory, { recursive: true });
	cpSync(join(demoRoot, demo, "project"), directory, { recursive: true });
	for (const loop of loops) cpSync(join(demoRoot, demo, "loops", loop), directory, { recursive: true });
}
