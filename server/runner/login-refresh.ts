/** What may come in with a refresh, beside what was there. */
const mayBeNew = /refresh|expir|version|updated/i;
/** Whose login it is: never another's. */
const whose = /^(account_?(id|uuid)|email|organization_?(id|uuid)|active|type)$/i;

/**
 * Whether a login file that a call has changed is the same login with fresher tokens. A call, or an agent in it, may not
 * log its user out, put another account in its place, or add a key: every entry stays, of the same kind and not empty, an
 * entry that was null stays null, and who is meant is unchanged.
 */
export function isRefreshOf(before: unknown, after: unknown): boolean {
	if (before === null || after === null || typeof before !== "object" || typeof after !== "object")
		return false;
	if (Array.isArray(before) || Array.isArray(after)) return false;
	const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
	for (const [key, value] of Object.entries(old)) {
		if (!(key in fresh) || !fits(key, value, fresh[key])) return false;
	}
	return Object.entries(fresh).every(
		([key, value]) => key in old || (mayBeNew.test(key) && (value === null || typeof value !== "object")),
	);
}

function fits(key: string, old: unknown, fresh: unknown): boolean {
	if (whose.test(key) || old === null || Array.isArray(old))
		return JSON.stringify(old) === JSON.stringify(fresh);
	if (typeof old === "object") return isRefreshOf(old, fresh);
	return typeof fresh === typeof old && (old === "" || fresh !== "");
}
