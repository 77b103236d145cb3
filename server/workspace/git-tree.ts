import { createHash } from "node:crypto";
import type { Manifest } from "../domain/manifest.ts";

/** git's id of a blob with these bytes (sha1 object format). */
export function gitBlobId(bytes: Buffer): string {
	return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

interface Folder {
	folders: Map<string, Folder>;
	/** name → mode and blob id */
	leaves: Map<string, { mode: string; id: string }>;
}

/**
 * The id that `git write-tree` gives for the same bytes, without running git (which would convert line ends, drop nested
 * repositories and run the workspace's configuration). Git knows no empty folders and only two file modes.
 * @param blobId git's blob id of a content, by its sha256
 */
export function gitTreeOf(manifest: Manifest, blobId: (sha256: string) => string): string {
	const root: Folder = { folders: new Map(), leaves: new Map() };
	for (const entry of manifest.entries) {
		if (entry.type === "directory") continue;
		const names = entry.path.split("/");
		const leaf = names.pop() as string;
		let folder = root;
		for (const name of names) {
			let next = folder.folders.get(name);
			if (!next) {
				next = { folders: new Map(), leaves: new Map() };
				folder.folders.set(name, next);
			}
			folder = next;
		}
		folder.leaves.set(
			leaf,
			entry.type === "link"
				? { mode: "120000", id: gitBlobId(Buffer.from(entry.target, "latin1")) }
				: { mode: entry.mode & 0o100 ? "100755" : "100644", id: blobId(entry.sha256) },
		);
	}
	return idOf(root);
}

function idOf(folder: Folder): string {
	const rows = [...folder.leaves].map(([name, leaf]) => ({ name, key: name, ...leaf }));
	for (const [name, inner] of folder.folders) {
		// git sorts a folder as if its name ended in a slash
		rows.push({ name, key: `${name}/`, mode: "40000", id: idOf(inner) });
	}
	rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
	const body = Buffer.concat(
		rows.map((row) =>
			Buffer.concat([Buffer.from(`${row.mode} ${row.name}\0`, "latin1"), Buffer.from(row.id, "hex")]),
		),
	);
	return createHash("sha1").update(`tree ${body.length}\0`).update(body).digest("hex");
}
