import { newId } from "./new-id.ts";
import type { Store } from "./open.ts";

/*
 * A unit of work is a stretch in which a process may hold contents that it has stored and not named yet: an open step of
 * a living runner, an examination under way, or a lease. When a unit is over, everything of it is named or forgotten.
 */

export interface Unit {
	/** the same id never begins twice */
	id: string;
	/** for people */
	what: string;
	pid: number | null;
	pidStart: string | null;
}

/** Units that are open in a project now; whether their processes live is the caller's to find out. */
export function openUnits(store: Store, projectId: string): Unit[] {
	return store.db
		.prepare(
			`SELECT 'step:' || Step.id || '#' || attempts AS id, Project.name || ' run ' || number || ', ' || Step.key AS what,
				runnerPid AS pid, runnerStart AS pidStart
			FROM Step JOIN Run ON Run.id = Step.runId JOIN Project ON Project.id = Run.projectId
			WHERE projectId = @projectId AND outcome IS NULL AND runnerPid IS NOT NULL
			UNION ALL
			SELECT 'examination:' || Examination.id, Project.name || ' run ' || number || ', an examination of loop ' || loop, NULL, NULL
			FROM Examination JOIN Run ON Run.id = Examination.runId JOIN Project ON Project.id = Run.projectId
			WHERE projectId = @projectId AND official = 0 AND Examination.status = 'running'
			UNION ALL
			SELECT 'lease:' || ContentLease.id, 'a run that is being started', pid, pidStart
			FROM ContentLease WHERE projectId = @projectId`,
		)
		.all({ projectId }) as Unit[];
}

/** Opens a unit for work outside of steps; the returned function ends it. A process that dies ends its own. */
export function leaseContents(
	store: Store,
	projectId: string,
	self: { pid: number; startTime: string },
): () => void {
	const id = newId();
	store.transaction(() =>
		store.db
			.prepare("INSERT INTO ContentLease (id, projectId, pid, pidStart, createdAt) VALUES (?, ?, ?, ?, ?)")
			.run(id, projectId, self.pid, self.startTime, Date.now()),
	);
	return () => {
		store.transaction(() => store.db.prepare("DELETE FROM ContentLease WHERE id = ?").run(id));
	};
}
