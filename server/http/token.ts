import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** 256 bits, made once, kept in a file that only its owner reads: pages and scripts stay signed in over restarts. */
export function loadToken(dataDirectory: string): string {
	const file = path.join(dataDirectory, "token");
	try {
		const token = readFileSync(file, "utf8").trim();
		if (/^[\w-]{43}$/.test(token)) return token;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
	const token = randomBytes(32).toString("base64url");
	const draft = `${file}.${process.pid}.new`;
	writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
	renameSync(draft, file);
	return token;
}

/** Compares without telling by the time taken how much was right. */
export function isToken(given: unknown, token: string): boolean {
	if (typeof given !== "string") return false;
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(token));
}
