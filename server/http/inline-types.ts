/*
 * What a browser may show instead of save, and as what. The type that an address asks for is a wish; the first bytes
 * decide. Pure.
 */

const signatures: readonly { mime: string; offset: number; bytes: string }[] = [
	{ mime: "image/png", offset: 0, bytes: "\x89PNG\r\n\x1a\n" },
	{ mime: "image/jpeg", offset: 0, bytes: "\xff\xd8\xff" },
	{ mime: "image/gif", offset: 0, bytes: "GIF8" },
	{ mime: "image/webp", offset: 8, bytes: "WEBP" },
	{ mime: "video/webm", offset: 0, bytes: "\x1a\x45\xdf\xa3" },
	{ mime: "video/mp4", offset: 4, bytes: "ftyp" },
	{ mime: "audio/mpeg", offset: 0, bytes: "ID3" },
	{ mime: "audio/wav", offset: 8, bytes: "WAVE" },
	{ mime: "audio/ogg", offset: 0, bytes: "OggS" },
	{ mime: "application/pdf", offset: 0, bytes: "%PDF-" },
];
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const text = new Set(["text/plain", "application/json", "text/markdown"]);
const documents = new Set(["text/html", "image/svg+xml"]);

export interface Presentation {
	contentType: string;
	/** saved to disk, never shown */
	attachment: boolean;
}

const saved: Presentation = { contentType: "application/octet-stream", attachment: true };

/**
 * @param wanted MIME type that the address names
 * @param head first bytes of the content, 16 or more where there are so many
 * @param site the dashboard shows pictures and plain text; the second site, behind `CSP: sandbox`, documents and media too
 * @returns null: this site doesn't serve it at all
 */
export function presentationOf(
	wanted: string,
	head: Buffer,
	site: "dashboard" | "artifacts",
): Presentation | null {
	const mime = wanted.split(";", 1)[0]?.trim().toLowerCase() ?? "";
	if (text.has(mime)) return { contentType: "text/plain; charset=utf-8", attachment: false };
	if (signatures.some((signature) => signature.mime === mime)) {
		if (!hasSignature(mime, head)) return site === "artifacts" ? saved : null;
		if (pictures.has(mime) || site === "artifacts") return { contentType: mime, attachment: false };
		return null;
	}
	if (site === "dashboard") return null;
	return documents.has(mime) ? { contentType: `${mime}; charset=utf-8`, attachment: false } : saved;
}

function hasSignature(mime: string, head: Buffer): boolean {
	const start = head.subarray(0, 32).toString("latin1");
	return signatures.some((one) => one.mime === mime && start.startsWith(one.bytes, one.offset));
}
