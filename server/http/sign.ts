import { createHmac, timingSafeEqual } from "node:crypto";

/** Addresses that work without a header (pictures, downloads) carry a proof that this daemon handed them out. */
export interface PathSigner {
	/** the path with its signature as the last query parameter */
	signPath(path: string): string;
	/** the path without its signature; null if that is missing or wrong */
	verifyPath(signed: string): string | null;
}

/** Signatures hold as long as the token does. */
export function createSigner(token: string): PathSigner {
	const key = createHmac("sha256", token).update("fuseline: addresses of contents").digest();
	const signatureOf = (path: string) => createHmac("sha256", key).update(path).digest("base64url");
	return {
		signPath: (path) => `${path}${path.includes("?") ? "&" : "?"}sig=${signatureOf(path)}`,
		verifyPath(signed) {
			const match = /^(.*)[?&]sig=([\w-]{43})$/.exec(signed);
			if (!match) return null;
			const [, path = "", given = ""] = match;
			return timingSafeEqual(Buffer.from(signatureOf(path)), Buffer.from(given)) ? path : null;
		},
	};
}
