import { join } from "node:path";

/** Where a run keeps its files below the data directory. The database is the truth; all of this can be laid anew. */
export interface RunPaths {
	root: string;
	/** the live workspace, and the path under which every role sees its workspace or copy */
	workspace: string;
	/** the materialised candidate under examination: the read-only lower layer of every copy */
	candidate: string;
	/** says which tree `candidate` holds; not there while that is being changed */
	candidateMark: string;
	/** everything of calls and copies; empty between two steps */
	calls: string;
	copies: string;
	/**
	 * What CLIs keep for themselves (sessions, databases) while a step lasts, or a run of `continuation`: it outlives a
	 * runner, as a continued call needs it, and no other role gets to see it.
	 */
	sessions: { all: string; ofStep(key: string): string };
	invocation(id: string): {
		root: string;
		stdout: string;
		stderr: string;
		outbox: string;
		scratch: string;
		layer: LayerPaths;
	};
	/** a copy for one command or server of an examination */
	copy(
		examinationId: string,
		name: string,
	): { root: string; stdout: string; stderr: string; scratch: string; layer: LayerPaths };
	setupCache(key: string): string;
}

/** Folders of one overlay: what was changed, the kernel's scratch, and where the whole is seen. */
export interface LayerPaths {
	upper: string;
	work: string;
	merged: string;
}

const layer = (root: string): LayerPaths => ({
	upper: join(root, "upper"),
	work: join(root, "work"),
	merged: join(root, "merged"),
});

/**
 * `room`: a process that works on a run beside its runner (examining again, showing a candidate) has its own candidate,
 * calls and copies there.
 */
export function runPaths(dataDirectory: string, runId: string, room: string | null = null): RunPaths {
	const home = join(dataDirectory, "runs", runId);
	const root = room === null ? home : join(home, "beside", room);
	return {
		root,
		workspace: join(home, "workspace"),
		candidate: join(root, "candidate"),
		candidateMark: join(root, "candidate.tree"),
		calls: join(root, "invocations"),
		copies: join(root, "examinations"),
		sessions: {
			all: join(root, "sessions"),
			ofStep: (key) => join(root, "sessions", encodeURIComponent(key)),
		},
		invocation: (id) => {
			const base = join(root, "invocations", id);
			return {
				root: base,
				stdout: join(base, "stdout"),
				stderr: join(base, "stderr"),
				outbox: join(base, "outbox"),
				scratch: join(base, "scratch"),
				layer: layer(base),
			};
		},
		copy: (examinationId, name) => {
			const base = join(root, "examinations", examinationId, name);
			return {
				root: base,
				stdout: join(base, "stdout"),
				stderr: join(base, "stderr"),
				scratch: join(base, "scratch"),
				layer: layer(base),
			};
		},
		setupCache: (key) => join(dataDirectory, "cache", "setup", key),
	};
}
