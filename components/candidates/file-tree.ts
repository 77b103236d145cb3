import type { FileEntry } from "@/server/domain/views.ts";

/** A visible row of the tree. `changes` counts changed files at or below it. */
export interface TreeRow {
	path: string;
	name: string;
	depth: number;
	entry: FileEntry | null;
	directory: boolean;
	expanded: boolean;
	changes: number;
}

interface Node {
	name: string;
	path: string;
	entry: FileEntry | null;
	children: Map<string, Node>;
	changes: number;
}

/**
 * The rows to draw, folders first, with `isOpen` deciding which folders stand open. Folders with a single folder in
 * them are joined (`src/game`), and deleted files are listed too: what went away is part of what was done.
 */
export function treeRows(
	entries: FileEntry[],
	isOpen: (path: string, changes: number) => boolean,
): TreeRow[] {
	const root: Node = { name: "", path: "", entry: null, children: new Map(), changes: 0 };
	for (const entry of entries) insert(root, entry);
	const rows: TreeRow[] = [];
	walk(root, 0, isOpen, rows);
	return rows;
}

function insert(root: Node, entry: FileEntry): void {
	const parts = entry.path.split("/");
	const counts = entry.change !== null && entry.type !== "directory" ? 1 : 0;
	let node = root;
	parts.forEach((name, index) => {
		let next = node.children.get(name);
		if (!next) {
			next = {
				name,
				path: parts.slice(0, index + 1).join("/"),
				entry: null,
				children: new Map(),
				changes: 0,
			};
			node.children.set(name, next);
		}
		next.changes += counts;
		node = next;
	});
	node.entry = entry;
}

function walk(
	node: Node,
	depth: number,
	isOpen: (path: string, changes: number) => boolean,
	rows: TreeRow[],
): void {
	const children = [...node.children.values()].sort(
		(a, b) => Number(isDirectory(b)) - Number(isDirectory(a)) || a.name.localeCompare(b.name),
	);
	for (const child of children) {
		let shown = child;
		let name = child.name;
		for (let only = onlyFolder(shown); only; only = onlyFolder(shown)) {
			shown = only;
			name += `/${only.name}`;
		}
		const directory = isDirectory(shown);
		const expanded = directory && isOpen(shown.path, shown.changes);
		rows.push({
			path: shown.path,
			name,
			depth,
			entry: shown.entry,
			directory,
			expanded,
			changes: shown.changes,
		});
		if (expanded) walk(shown, depth + 1, isOpen, rows);
	}
}

function isDirectory(node: Node): boolean {
	return node.children.size > 0 || node.entry?.type === "directory";
}

function onlyFolder(node: Node): Node | null {
	if (node.children.size !== 1) return null;
	const [only] = node.children.values();
	return only && isDirectory(only) ? only : null;
}
