import { join } from "node:path";
import { homeMasks } from "./masks.ts";
import { realPath } from "./real-path.ts";
import type { Confinement } from "./sandbox.ts";

/**
 * macOS (not run on a Mac yet): the same walls by `sandbox-exec`, whose profile language takes the last rule that fits. There is no overlay and no
 * pid namespace; the caller lays a copy, and what is left over is found by process group and marker.
 */
export function seatbeltArgv(argv: string[], c: Confinement): string[] {
	const workspace = realPath(c.workspace.at);
	const writable = c.writable.map(realPath);
	if (c.workspace.mode === "read-write") writable.push(workspace);
	const visible = [...c.readable.map(realPath), ...writable, ...c.state.map(({ at }) => at), workspace];
	const masked = [...homeMasks().map((mask) => mask.path), ...c.masked.map(realPath)];
	const lines = [
		"(version 1)",
		"(allow default)",
		"(deny file-write*)",
		'(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/ttys[0-9]+$"))',
		...masked.map((path) => `(deny file-read* file-write* (subpath ${quote(path)}))`),
		...visible.map((path) => `(allow file-read* (subpath ${quote(path)}))`),
		...writable.map((path) => `(allow file-write* (subpath ${quote(path)}))`),
		// here a private folder can't stand behind the user's: only names that are the CLI's own, and its login, may be written
		...c.state.flatMap(({ at, own, logins }) =>
			[...own, ...logins].map(
				(name) => `(allow file-write* (regex #"^${quoteRegex(join(at, name))}(/.*)?$"))`,
			),
		),
		'(deny network-outbound (remote unix-socket (path-literal "/var/run/docker.sock")))',
	];
	return ["/usr/bin/sandbox-exec", "-p", lines.join("\n"), ...argv];
}

/** A `*` in the last name stands for any part of it. */
function quoteRegex(path: string): string {
	return path.replaceAll(/[.+?^${}()|[\]\\"]/g, "\\$&").replaceAll("*", "[^/]*");
}

function quote(path: string): string {
	return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
