/** What a page keeps of its own; where the browser forbids that (cookies blocked), it holds as long as the tab. */
export interface SiteStorage {
	get(key: string): string | null;
	/** false: it is held by this tab only */
	set(key: string, value: string): boolean;
	remove(key: string): void;
}

function siteStorage(open: () => Storage): SiteStorage {
	const held = new Map<string, string>();
	return {
		get(key) {
			try {
				return open().getItem(key) ?? held.get(key) ?? null;
			} catch {
				return held.get(key) ?? null;
			}
		},
		set(key, value) {
			try {
				open().setItem(key, value);
				return true;
			} catch {
				held.set(key, value);
				return false;
			}
		},
		remove(key) {
			held.delete(key);
			try {
				open().removeItem(key);
			} catch {
				// nothing was kept
			}
		},
	};
}

/** Merely naming the browser's storage throws where it is forbidden, so it is named late. */
export const siteKept = siteStorage(() => window.localStorage);
export const tabKept = siteStorage(() => window.sessionStorage);
