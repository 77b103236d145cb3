/** A path as people read it; manifests keep a path's bytes, one per character. */
export function shownPath(path: string): string {
	return Buffer.from(path, "latin1").toString("utf8");
}
