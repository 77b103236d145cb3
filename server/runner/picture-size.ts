import { open } from "node:fs/promises";

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height of a PNG from its header (RFC 2083 §4.1.1), null for anything else. */
export async function pictureSize(path: string): Promise<{ width: number; height: number } | null> {
	const file = await open(path, "r");
	try {
		const header = Buffer.alloc(24);
		const { bytesRead } = await file.read(header, 0, 24, 0);
		if (bytesRead < 24 || !header.subarray(0, 8).equals(pngSignature)) return null;
		return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
	} finally {
		await file.close();
	}
}
