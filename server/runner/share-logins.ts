import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { realPath } from "../process/real-path.ts";
import type { StateView } from "../process/sandbox.ts";
import { newId } from "../store/new-id.ts";
import { isRefreshOf } from "./login-refresh.ts";

const everyMs = 200;
const mostBytes = 1_000_000;

/**
 * Gives each login of a CLI to its call as a copy and carries a refreshed token back to HOME at once, and one that was
 * refreshed there (by the user, by another call) into the copy: a token can often be refreshed only once. Mounting the
 * file itself would not do, since Codex and Claude Code replace it by renaming. What both last agreed on is kept beside the
 * copy, so that a token which was refreshed just before a crash is carried back by the next call of the step.
 *
 * Into HOME goes only what `isRefreshOf` the login that is there: no call logs a user in, or out.
 * @param tell hears, once, of what couldn't be done (HOME can't be written, say); the call goes on
 * @returns `close` for when the call has ended: whether the login in HOME has changed meanwhile
 */
export function shareLogins(
	views: readonly StateView[],
	tell: (problem: string) => void,
): { close(): { changed: boolean } } {
	const logins = views.flatMap((view) => view.logins.map((name) => ({ view, name })));
	const inHome = () => logins.map(({ view, name }) => readPlain(realPath(join(view.at, name)))).join("\0");
	const before = inHome();
	let problem: string | null = null;
	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			problem ??= error instanceof Error ? error.message : String(error);
		}
	};
	const settle = () => {
		for (const { view, name } of logins) attempt(() => exchange(view, name));
	};
	settle();
	const timer = setInterval(settle, everyMs).unref();
	return {
		close() {
			clearInterval(timer);
			settle();
			// a login lies where the user has put it, and nowhere else
			for (const { view, name } of logins)
				for (const path of Object.values(placesOf(view.behind, name)))
					attempt(() => rmSync(path, { force: true, recursive: true }));
			if (problem !== null) tell(problem);
			return { changed: inHome() !== before };
		},
	};
}

function exchange({ at, behind }: StateView, name: string): void {
	const home = realPath(join(at, name));
	const { copy, agreed } = placesOf(behind, name);
	const [ours, theirs, before] = [home, copy, agreed].map(readPlain);
	if (ours === null || ours === undefined) return;
	if (ours === theirs) {
		if (ours !== before) replace(agreed, ours);
		return;
	}
	if (theirs && theirs !== before && ours === before && isRefreshOf(parsed(ours), parsed(theirs))) {
		replace(home, theirs);
		replace(agreed, theirs);
		return;
	}
	// nothing of the call's, or something torn: the user's stays
	if (theirs !== null && ours === before) return;
	replace(copy, ours);
	replace(agreed, ours);
}

/** `agreed` is beside the folder that the call sees. */
function placesOf(behind: string, name: string): { copy: string; agreed: string } {
	return { copy: join(behind, name), agreed: join(`${behind}.agreed`, name) };
}

/** The text of a regular file; null for everything else, above all for a link, which could lead anywhere. */
function readPlain(path: string): string | null {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		const found = fstatSync(descriptor);
		return found.isFile() && found.size <= mostBytes ? readFileSync(descriptor, "utf8") : null;
	} finally {
		closeSync(descriptor);
	}
}

function parsed(text: string | null | undefined): unknown {
	try {
		return JSON.parse(text ?? "");
	} catch {
		return null;
	}
}

/** Whole or not at all; never through a link. */
function replace(path: string, text: string): void {
	if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const fresh = `${path}.${newId()}`;
	const descriptor = openSync(fresh, "wx", 0o600);
	try {
		writeSync(descriptor, text);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	// an agent may have put a folder there
	if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
		rmSync(path, { recursive: true, force: true });
	renameSync(fresh, path);
}
