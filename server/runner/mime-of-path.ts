import { extname } from "node:path";

const types: Record<string, string> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".webp": "image/webp",
	".gif": "image/gif",
	".svg": "image/svg+xml",
	".webm": "video/webm",
	".mp4": "video/mp4",
	".wav": "audio/wav",
	".ogg": "audio/ogg",
	".json": "application/json",
	".html": "text/html",
	".txt": "text/plain",
	".log": "text/plain",
	".md": "text/markdown",
	".xml": "application/xml",
	".pdf": "application/pdf",
};

/** Type by the name's ending, for the record's label only: what is served is decided by the bytes. */
export function mimeOfPath(path: string): string {
	return types[extname(path).toLowerCase()] ?? "application/octet-stream";
}
