/** Names of a zip's central directory, and which of them are links (Unix modes). */
export function readZip(bytes: Buffer): { name: string; link: boolean }[] {
	const entries: { name: string; link: boolean }[] = [];
	const end = bytes.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
	let at = bytes.readUInt32LE(end + 16);
	while (bytes.readUInt32LE(at) === 0x02014b50) {
		const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
			number,
			number,
			number,
		];
		const mode = bytes.readUInt32LE(at + 38) >>> 16;
		entries.push({
			name: bytes.toString("utf8", at + 46, at + 46 + name),
			link: (mode & 0o170000) === 0o120000,
		});
		at += 46 + name + extra + comment;
	}
	return entries;
}
