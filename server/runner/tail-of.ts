import { open } from "node:fs/promises";

/** The last bytes of a file as text; empty if there is none. */
export async function tailOf(path: string, bytes: number): Promise<string> {
	const file = await open(path, "r").catch(() => null);
	if (file === null) return "";
	try {
		const { size } = await file.stat();
		const length = Math.min(size, bytes);
		const buffer = Buffer.alloc(length);
		await file.read(buffer, 0, length, size - length);
		return buffer.toString("utf8").trim();
	} finally {
		await file.close();
	}
}
