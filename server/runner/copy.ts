import { mkdir, rm } from "node:fs/promises";
import type { Confinement } from "../process/sandbox.ts";
import type { RunContext } from "./run-context.ts";
import type { LayerPaths } from "./run-paths.ts";

export interface Copy {
	root: string;
	stdout: string;
	stderr: string;
	scratch: string;
	layer: LayerPaths;
	confinement: Confinement;
	/** folder in which the process starts when no sandbox binds it elsewhere */
	directory: string;
	remove(): Promise<void>;
}

/** A disposable copy of a candidate for one command: read-only layers below, what it writes above. */
export async function makeCopy(
	context: RunContext,
	lower: string[],
	examinationId: string,
	name: string,
): Promise<Copy> {
	const paths = context.paths.copy(examinationId, name);
	await rm(paths.root, { recursive: true, force: true });
	for (const directory of [paths.scratch, paths.layer.upper, paths.layer.work, paths.layer.merged]) {
		await mkdir(directory, { recursive: true, mode: 0o700 });
	}
	return {
		...paths,
		confinement: {
			workspace: { at: context.paths.workspace, mode: "read-write", overlay: { lower, ...paths.layer } },
			readable: [],
			writable: [paths.scratch],
			masked: [context.host.dataDirectory],
			chdir: context.paths.workspace,
		},
		directory: paths.layer.merged,
		remove: () => rm(paths.root, { recursive: true, force: true }),
	};
}
