import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import yazl from "yazl";
import type { Manifest } from "../domain/manifest.ts";
import type { ContentsReader } from "../evidence/contents.ts";
import { commonHeaders } from "./security-headers.ts";

export interface Downloadable {
	/** name of the archive and of its only folder */
	label: string;
	createdAt: number;
	manifest: Manifest;
	contents: ContentsReader;
}

const linkMode = 0o120777;

/** A candidate as a zip: modes and links as they are, times of the freeze, entry by entry so that memory stays small. */
export function sendZip(
	response: ServerResponse,
	{ label, createdAt, manifest, contents }: Downloadable,
): void {
	response.writeHead(200, {
		...commonHeaders,
		"content-type": "application/zip",
		"content-disposition": `attachment; filename="${label}.zip"`,
		"cache-control": "private, no-store",
	});
	const zip = new yazl.ZipFile();
	const mtime = new Date(createdAt);
	for (const entry of manifest.entries) {
		// zip names are UTF-8; bytes that aren't come out as replacement characters, `export` keeps them. A backslash is a
		// part of a name here and a way out of the folder where the archive may be unpacked
		const name = `${label}/${Buffer.from(entry.path, "latin1").toString("utf8").replaceAll("\\", "%5C")}`;
		if (entry.type === "directory") zip.addEmptyDirectory(name, { mtime, mode: 0o40755 });
		else if (entry.type === "link")
			zip.addBuffer(Buffer.from(entry.target, "latin1"), name, { mtime, mode: linkMode });
		else {
			zip.addReadStreamLazy(name, { mtime, mode: 0o100000 | entry.mode, size: entry.size }, (done) =>
				done(null, contents.stream(entry.sha256)),
			);
		}
	}
	zip.end();
	zip.on("error", () => response.destroy());
	pipeline(zip.outputStream, response, () => {});
}
