import type { ContentKind } from "../domain/upkeep-views.ts";
import type { Store } from "./open.ts";

/** One mention of a content in a row of the main database. */
export interface ContentReference {
	sha256: string;
	kind: ContentKind;
	runId: string;
	loop: number | null;
	candidateId: string | null;
	invocationId: string | null;
	/** for people: `check syntax`, `prompt of the planner` */
	what: string;
	/** a claim, a finding or an issue's history names it: gc leaves it alone */
	cited: boolean;
	/** the content is the manifest of a tree, whose files are meant too */
	tree: boolean;
}

interface Row {
	sha256: string;
	kind: ContentKind;
	runId: string;
	loop: number | null;
	candidateId: string | null;
	invocationId: string | null;
	what: string;
	examinationId: string | null;
	ref: string | null;
}

/** Evidence and calls; configuration and inputs hold several hashes in one column and are read apart. */
const single = `
	SELECT manifestSha256 AS sha256, 'manifest' AS kind, runId, loop, Candidate.id AS candidateId, NULL AS invocationId,
		'the list of files' AS what, NULL AS examinationId, NULL AS ref
	FROM Candidate JOIN Run ON Run.id = runId WHERE projectId = @projectId
	UNION ALL
	SELECT sha256, CASE WHEN kind IN ('screenshot', 'video') THEN 'screenshot' ELSE 'record' END, runId, loop, candidateId,
		NULL, 'record ' || ref, examinationId, ref
	FROM ExecutionRecord JOIN Examination ON Examination.id = examinationId JOIN Run ON Run.id = runId
	WHERE projectId = @projectId AND sha256 IS NOT NULL
	UNION ALL
	SELECT screenshotSha256, 'screenshot', runId, loop, candidateId, NULL, 'picture of probe ' || probeId, examinationId, NULL
	FROM ProbeResult JOIN Examination ON Examination.id = examinationId JOIN Run ON Run.id = runId
	WHERE projectId = @projectId AND screenshotSha256 IS NOT NULL
	UNION ALL
	SELECT stdoutSha256, 'check', runId, loop, candidateId, NULL, 'output of check ' || checkId, examinationId, NULL
	FROM CheckResult JOIN Examination ON Examination.id = examinationId JOIN Run ON Run.id = runId
	WHERE projectId = @projectId AND stdoutSha256 IS NOT NULL
	UNION ALL
	SELECT stderrSha256, 'check', runId, loop, candidateId, NULL, 'errors of check ' || checkId, examinationId, NULL
	FROM CheckResult JOIN Examination ON Examination.id = examinationId JOIN Run ON Run.id = runId
	WHERE projectId = @projectId AND stderrSha256 IS NOT NULL
	UNION ALL
	SELECT stdoutSha256, 'transcript', runId, loop, NULL, Invocation.id, 'output of the ' || role, NULL, NULL
	FROM Invocation JOIN Run ON Run.id = runId WHERE projectId = @projectId AND stdoutSha256 IS NOT NULL
	UNION ALL
	SELECT stderrSha256, 'transcript', runId, loop, NULL, Invocation.id, 'errors of the ' || role, NULL, NULL
	FROM Invocation JOIN Run ON Run.id = runId WHERE projectId = @projectId AND stderrSha256 IS NOT NULL
	UNION ALL
	SELECT promptSha256, 'prompt', runId, loop, NULL, Invocation.id, 'prompt of the ' || role, NULL, NULL
	FROM Invocation JOIN Run ON Run.id = runId WHERE projectId = @projectId AND promptSha256 != ''`;

/** Every mention of a content that we know the meaning of, oldest runs first. */
export function* contentReferences(store: Store, projectId: string): Generator<ContentReference> {
	const cited = citedRecords(store, projectId);
	yield* configured(store, projectId);
	for (const row of store.db.prepare(single).iterate({ projectId }) as IterableIterator<Row>) {
		const { examinationId, ref, ...reference } = row;
		yield {
			...reference,
			cited: ref !== null && cited.has(`${examinationId}\0${ref}`),
			tree: row.kind === "manifest",
		};
	}
	const inputs = store.db
		.prepare(
			"SELECT inputs, runId, loop, Invocation.id AS invocationId, role FROM Invocation JOIN Run ON Run.id = runId WHERE projectId = ?",
		)
		.iterate(projectId) as IterableIterator<{
		inputs: string;
		runId: string;
		loop: number;
		invocationId: string;
		role: string;
	}>;
	for (const { inputs: text, role, ...row } of inputs) {
		for (const sha256 of hashesIn(text)) {
			const what = `an input of the ${role}`;
			yield { ...row, sha256, kind: "prompt", candidateId: null, what, cited: false, tree: false };
		}
	}
}

function* configured(store: Store, projectId: string): Generator<ContentReference> {
	const runs = store.db
		.prepare("SELECT id AS runId, config FROM Run WHERE projectId = ? ORDER BY id")
		.all(projectId) as { runId: string; config: string }[];
	for (const { runId, config } of runs) {
		const seed = (JSON.parse(config) as { seedTree: string }).seedTree;
		for (const sha256 of hashesIn(config)) {
			const tree = sha256 === seed;
			yield {
				sha256,
				kind: tree ? "manifest" : "spec",
				runId,
				loop: null,
				candidateId: null,
				invocationId: null,
				what: tree ? "the files that the run began with" : "the run's configuration",
				cited: true,
				tree,
			};
		}
	}
}

/** Records that claims, findings and histories of issues rest on, by examination. */
function citedRecords(store: Store, projectId: string): Set<string> {
	const rows = store.db
		.prepare(
			`SELECT examinationId, records FROM (
				SELECT examinationId, records FROM Claim UNION ALL SELECT examinationId, records FROM Finding
				UNION ALL SELECT examinationId, records FROM IssueEvent WHERE examinationId IS NOT NULL)
			JOIN Examination ON Examination.id = examinationId JOIN Run ON Run.id = runId WHERE projectId = ?`,
		)
		.iterate(projectId) as IterableIterator<{ examinationId: string; records: string }>;
	const cited = new Set<string>();
	for (const { examinationId, records } of rows) {
		for (const ref of JSON.parse(records) as string[]) cited.add(`${examinationId}\0${ref}`);
	}
	return cited;
}

/** Columns whose hashes name something else than a content, or that `contentReferences` reads. */
const understood: Record<string, readonly string[] | "all"> = {
	Blob: "all",
	Damage: "all",
	Removal: "all",
	_prisma_migrations: "all",
	// what a finished run's journal and log name is named by its rows too; of the others they are read below
	Event: "all",
	Step: "all",
	Run: ["config", "configHash", "state", "pending"],
	Loop: ["planHash"],
	Candidate: ["tree", "gitTree", "manifestSha256"],
	Examination: ["treeBefore", "treeAfter", "planHash"],
	CheckResult: ["stdoutSha256", "stderrSha256"],
	ProbeResult: ["screenshotSha256"],
	ExecutionRecord: ["sha256", "tree"],
	Invocation: ["stdoutSha256", "stderrSha256", "promptSha256", "inputs"],
};

/**
 * Everything that looks like a hash in any other column of any table, also in ones that are younger than this code, and
 * in journal and log of runs that haven't ended. For gc: what it doesn't understand it doesn't take.
 */
export function* otherHashes(store: Store): Generator<string> {
	const tables = store.db
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
		.all() as { name: string }[];
	for (const { name } of tables) {
		const known = understood[name] ?? [];
		if (known === "all") continue;
		const columns = (store.db.pragma(`table_info("${name}")`) as { name: string }[])
			.map((column) => column.name)
			.filter((column) => !known.includes(column));
		if (columns.length === 0) continue;
		yield* hashesOf(store, `SELECT ${columns.map((column) => `"${column}"`).join(", ")} FROM "${name}"`);
	}
	const open = "FROM Run WHERE status != 'ended'";
	yield* hashesOf(store, `SELECT state, pending ${open}`);
	yield* hashesOf(store, `SELECT effect, outcome FROM Step WHERE runId IN (SELECT id ${open})`);
	yield* hashesOf(store, `SELECT data FROM Event WHERE channel = 'run' AND runId IN (SELECT id ${open})`);
}

function* hashesOf(store: Store, sql: string): Generator<string> {
	for (const values of store.db.prepare(sql).raw().iterate() as IterableIterator<unknown[]>) {
		for (const value of values) {
			if (typeof value === "string" && value.length >= 64) yield* hashesIn(value);
		}
	}
}

function hashesIn(text: string): string[] {
	return text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? [];
}
