import type { Retention } from "./retention.ts";
import type { RunStatus } from "./run.ts";

/*
 * Disk, gc and the deep check as pages and `--json` show them. Sizes in bytes, times in milliseconds since 1970.
 */

/** What a content is for. `shared` by several it counts as the first of these. */
export const contentKinds = [
	"artifact",
	"manifest",
	"screenshot",
	"check",
	"record",
	"transcript",
	"prompt",
	"spec",
	"other",
	"unreferenced",
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** logical: every mention counted; stored: each content once, as it lies in the file (deflated). */
export interface Amount {
	logical: number;
	stored: number;
	contents: number;
}

export interface DiskCandidate extends Amount {
	id: string;
	label: string;
	pinned: boolean;
	/** when gc took its files away; null = they are there */
	removedAt: number | null;
}

export interface DiskRun extends Amount {
	runId: string;
	number: number;
	status: RunStatus;
	pinned: boolean;
	/** workspace, materialised candidate, calls: files that can be laid anew */
	files: number;
	candidates: DiskCandidate[];
}

export interface DiskProject extends Amount {
	projectId: string;
	name: string;
	/** the contents file with its log, on disk */
	onDisk: number;
	/** pages of the contents file that hold nothing at the moment */
	free: number;
	kinds: Partial<Record<ContentKind, Amount>>;
	runs: DiskRun[];
}

export interface DiskView {
	at: number;
	/** how long it took to find out, ms */
	tookMs: number;
	path: string;
	onDisk: number;
	freeBytes: number;
	totalBytes: number;
	/** runs pause below so much free space */
	minFreeBytes: number;
	database: { onDisk: number; copies: number };
	/** workspaces of runs, caches, exports, logs: bytes on disk */
	folders: { workspaces: number; caches: number; exports: number; logs: number; other: number };
	kinds: Partial<Record<ContentKind, Amount>>;
	projects: DiskProject[];
}

export const gcItemKinds = [
	"version",
	"evidence",
	"transcript",
	"unreferenced",
	"workspace",
	"cache",
	"temporary",
] as const;
export type GcItemKind = (typeof gcItemKinds)[number];

/** One thing that goes, and by which rule. */
export interface GcItem {
	kind: GcItemKind;
	what: string;
	why: string;
	/** what only this holds; shared contents stay and count nothing */
	bytes: number;
	runId: string | null;
	candidateId: string | null;
}

export interface GcReport {
	dryRun: boolean;
	at: number;
	policy: Retention;
	items: GcItem[];
	/** sum of the items */
	bytes: number;
	/** contents that nobody names, but that a step under way may just be about to name: the next gc takes them */
	waiting: { contents: number; bytes: number; for: string[] };
	/** what the file system got back; null for a dry run */
	freedBytes: number | null;
	/** contents files that could not be made smaller now, and why */
	notes: string[];
}

export interface Damage {
	kind: "database" | "content" | "manifest" | "reference" | "events";
	/** which project, run, candidate, record or file is hurt, in words */
	where: string;
	what: string;
	mend: string;
	projectId: string | null;
	sha256: string | null;
}

export interface DeepCheckView {
	ok: boolean;
	at: number;
	tookMs: number;
	databases: { file: string; ok: boolean }[];
	contents: { stored: number; checked: number; damaged: number; missing: number; removed: number };
	events: { runs: number; events: number };
	damages: Damage[];
	/** what is worth knowing and hurts nothing */
	notes: string[];
}

export interface BackupReport {
	directory: string;
	bytes: number;
	projects: number;
	runs: number;
	candidates: number;
	events: number;
	contents: number;
	tookMs: number;
}
