import { markHidden } from "../domain/plain-text.ts";

/**
 * A path as people read it, on one line, with what would hide or reorder in it written in words. Manifests keep a path's
 * bytes, one per character; bytes that aren't UTF-8 are shown as `\xff`, so that two names never look the same.
 */
export function shownPath(path: string): string {
	const bytes = Buffer.from(path, "latin1");
	const text = bytes.toString("utf8");
	if (Buffer.from(text, "utf8").equals(bytes)) return markHidden(text).replace(/[\n\t]/g, lineMark);
	return path.replace(/[^\x20-\x7e]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function lineMark(character: string): string {
	return character === "\n" ? "⟨U+000A⟩" : "⟨U+0009⟩";
}
