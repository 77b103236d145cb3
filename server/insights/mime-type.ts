/** Types by which a browser treats a file; everything else is bytes to save. */
const types: Record<string, string> = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	webp: "image/webp",
	svg: "image/svg+xml",
	html: "text/html",
	htm: "text/html",
	pdf: "application/pdf",
	json: "application/json",
	mp4: "video/mp4",
	webm: "video/webm",
	mp3: "audio/mpeg",
	wav: "audio/wav",
	ogg: "audio/ogg",
};
const texts = new Set(
	"txt md css js mjs cjs ts tsx jsx yml yaml toml csv xml sh py rs go c h cpp hpp java rb php sql log ini".split(
		" ",
	),
);

/** Type of a file by its ending; nothing is sniffed. */
export function mimeOf(path: string): string {
	const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
	return types[ending] ?? (texts.has(ending) ? "text/plain" : "application/octet-stream");
}
