/*
 * Agent text as text: escape sequences, other control characters and characters that reorder or hide text are taken
 * out before anything is drawn, be it on a page or in a terminal, so that a text can't pretend to be something else.
 */

const escapeCharacter = "\u001b";
/**
 * OSC (title, links), DCS and their like up to BEL or ST, within one line: what is never ended must not hide all that
 * follows; then CSI; then two-character escapes; then the 8-bit forms of both.
 */
const sequences = new RegExp(
	[
		`${escapeCharacter}[\\]PX^_][^\u0007\u009c\n${escapeCharacter}]*(?:\u0007|\u009c|${escapeCharacter}\\\\)?`,
		`${escapeCharacter}\\[[0-?]*[ -/]*[@-~]`,
		`${escapeCharacter}[ -/]*[0-~]`,
		`[\u0090\u0098\u009d-\u009f][^\u0007\u009c\n${escapeCharacter}]*(?:\u0007|\u009c|${escapeCharacter}\\\\)?`,
		"\u009b[0-?]*[ -/]*[@-~]",
	].join("|"),
	"g",
);
/** first and last code point of each range that is taken out */
const hiddenRanges = [
	// control characters but tab and line feed
	[0x00, 0x08],
	[0x0b, 0x1f],
	[0x7f, 0x9f],
	// soft hyphen, grapheme joiner, Hangul fillers, Mongolian separator: drawn as nothing
	[0xad, 0xad],
	[0x34f, 0x34f],
	[0x115f, 0x1160],
	[0x17b4, 0x17b5],
	[0x180e, 0x180e],
	// bidirectional marks, overrides and isolates; zero-width characters; line separators; byte order mark
	[0x61c, 0x61c],
	[0x200b, 0x200f],
	[0x2028, 0x202e],
	[0x2060, 0x206f],
	[0x3164, 0x3164],
	[0xfeff, 0xfeff],
	[0xffa0, 0xffa0],
	[0xfff9, 0xfffb],
	// tags and supplementary variation selectors: whole hidden messages fit in them
	[0xe0000, 0xe01ef],
] as const;
const hiddenSet = `[${hiddenRanges
	.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join("-"))
	.join("")}]`;
const hidden = new RegExp(hiddenSet, "gu");
const anyHidden = new RegExp(hiddenSet, "u");

/** Readable text: CR LF becomes LF; a lone CR (progress bars) keeps only what was last drawn on its line. */
export function plainText(text: string): string {
	if (!anyHidden.test(text)) return text;
	return text
		.replace(sequences, "")
		.replace(/\r+\n/g, "\n")
		.split("\n")
		.map((line) => (line.includes("\r") ? lastDrawn(line) : line))
		.join("\n")
		.replace(hidden, "");
}

/** One line of readable text, for a terminal's own lines: a title can't begin a line that looks like ours. */
export function plainLine(text: string): string {
	return plainText(text).replace(/[\n\t]+/g, " ");
}

/**
 * The same text with what plain text would leave out written in words: `⟨U+202E⟩`. For source code and names, where a
 * person has to see that something hides.
 */
export function markHidden(text: string): string {
	if (!anyHidden.test(text)) return text;
	return text.replace(/\r\n/g, "\n").replace(hidden, (character) => {
		const code = (character.codePointAt(0) as number).toString(16).toUpperCase();
		return `⟨U+${code.padStart(4, "0")}⟩`;
	});
}

function lastDrawn(line: string): string {
	return line.split("\r").findLast((part) => part !== "") ?? "";
}

/** First line, for folded rows; says how many lines are left out. */
export function firstLine(text: string, limit = 300): { line: string; more: number } {
	const lines = plainText(text).split("\n");
	const shown = lines.findIndex((line) => line.trim() !== "");
	const line = (lines[shown] ?? "").trimEnd();
	return {
		line: line.length > limit ? `${line.slice(0, limit)}…` : line,
		more: Math.max(0, lines.length - 1),
	};
}

/** Subtrees that a person wrote and that go back as they came: a setting that is copied must keep its bytes. */
const keptAsGiven = new Set(["source", "spec", "project", "bindings", "path", "directory"]);

/** A whole answer of the API with every text in it made plain, for a page; changes the given value. */
export function plainTexts<T>(value: T): T {
	if (typeof value === "string") return plainText(value) as T;
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index += 1) value[index] = plainTexts(value[index]);
	} else if (
		value !== null &&
		typeof value === "object" &&
		Object.getPrototypeOf(value) === Object.prototype
	) {
		const record = value as Record<string, unknown>;
		for (const [key, inner] of Object.entries(record))
			if (!keptAsGiven.has(key)) record[key] = plainTexts(inner);
	}
	return value;
}
