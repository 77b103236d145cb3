/*
 * Agent text as text: escape sequences, other control characters and characters that reorder or hide text are taken
 * out before anything is drawn, so that a log can't pretend to be something else.
 */

const escapeCharacter = "\u001b";
/** OSC (title, links), DCS and their like up to BEL or ST; then CSI; then two-character escapes; 8-bit CSI */
const sequences = new RegExp(
	[
		`${escapeCharacter}[\\]PX^_][^\u0007${escapeCharacter}]*(?:\u0007|${escapeCharacter}\\\\)?`,
		`${escapeCharacter}\\[[0-?]*[ -/]*[@-~]`,
		`${escapeCharacter}[ -/]*[0-~]`,
		"\u009b[0-?]*[ -/]*[@-~]",
	].join("|"),
	"g",
);
/** first and last code of each range that is taken out */
const hiddenRanges = [
	// control characters but tab and line feed
	[0x00, 0x08],
	[0x0b, 0x1f],
	[0x7f, 0x9f],
	// bidirectional marks, overrides and isolates; zero-width characters; byte order mark
	[0x61c, 0x61c],
	[0x200b, 0x200f],
	[0x202a, 0x202e],
	[0x2060, 0x2069],
	[0xfeff, 0xfeff],
];
const hidden = new RegExp(
	`[${hiddenRanges.map((range) => range.map((code) => String.fromCharCode(code)).join("-")).join("")}]`,
	"g",
);

/** Readable text: CR LF becomes LF; a lone CR (progress bars) keeps only what was last drawn on its line. */
export function plainText(text: string): string {
	return text
		.replace(sequences, "")
		.replace(/\r+\n/g, "\n")
		.split("\n")
		.map((line) => (line.includes("\r") ? lastDrawn(line) : line))
		.join("\n")
		.replace(hidden, "");
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
