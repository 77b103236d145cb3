import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/*
 * The way into the dashboard for a browser that a command opens: an address on a command line can be read by every user
 * of the machine (`ps`), so it holds no token but a ticket, good once and for a minute, that the door takes for it.
 */

const lastsMs = 60_000;
const pattern = /^\/enter\/(\d{13})\.([\w-]{22})\.([\w-]{43})(\/[\w/.-]*)$/;

/** `/enter/TICKET/path`, for whoever has the token. `path` is where the browser is led; it begins with a slash. */
export function entryPath(token: string, path: string, now: number): string {
	const until = String(now + lastsMs);
	const nonce = randomBytes(16).toString("base64url");
	return `/enter/${until}.${nonce}.${signatureOf(token, until, nonce)}${path}`;
}

/** Takes tickets at the door, each once. */
export function entryDoor(token: string): { redeem(target: string, now: number): string | null } {
	/** nonces that were taken, until when they would be good */
	const taken = new Map<string, number>();
	return {
		/** Where to lead the browser, the token in the fragment (which reaches no server); null: no good ticket. */
		redeem(target, now) {
			const [, until = "", nonce = "", given = "", path = ""] = pattern.exec(target) ?? [];
			if (nonce === "" || path.startsWith("//")) return null;
			const right = timingSafeEqual(Buffer.from(signatureOf(token, until, nonce)), Buffer.from(given));
			if (!right || Number(until) < now || Number(until) > now + lastsMs || taken.has(nonce)) return null;
			for (const [old, end] of taken) if (end < now) taken.delete(old);
			taken.set(nonce, Number(until));
			return `${path}#token=${token}`;
		},
	};
}

function signatureOf(token: string, until: string, nonce: string): string {
	return createHmac("sha256", token).update(`fuseline: entry ${until} ${nonce}`).digest("base64url");
}
