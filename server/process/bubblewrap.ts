import { dirname, join } from "node:path";
import { DomainError } from "../domain/errors.ts";
import { homeMasks, type Mask, maskOf, privateFolders, runPathsBack } from "./masks.ts";
import { realPath } from "./real-path.ts";
import type { Confinement } from "./sandbox.ts";
import { findProgram } from "./which.ts";

/**
 * The argv that runs `argv` inside bubblewrap. Root is read-only, secrets are covered, only what the confinement names
 * is bound back, `more` are further options of bubblewrap; capabilities are dropped (else root would just remount), and the pid namespace ends with its parent.
 *
 * No `--new-session`: the process already leads a session without a terminal (see spawn), and a second session would
 * take it out of our process group.
 */
export function bubblewrapArgv(argv: string[], c: Confinement, more: string[]): string[] {
	const root = process.getuid?.() === 0;
	const workspace = realPath(c.workspace.at);
	const overlay = c.workspace.overlay;
	const arguments_ = [
		need("bwrap"),
		...more,
		...["--ro-bind", "/", "/"],
		...["--dev", "/dev"],
		...["--proc", "/proc"],
		...privateFolders().flatMap((path) => ["--perms", "1777", "--tmpfs", path]),
	];
	const masks = [...homeMasks(), ...c.masked.flatMap(maskOf)];
	const covered = [...privateFolders(), ...masks.map((mask) => mask.path)];
	const ours = dirname(dirname(realPath(process.execPath)));
	const binds: Bind[] = [
		...runPathsBack().map((path) => ({ source: path, at: path, writable: false })),
		// what lies under a private folder and isn't named stays hidden; the rest of the machine is there read-only
		// a Node that was unpacked into a hidden place must still start
		...(covered.some((path) => ours.startsWith(`${path}/`))
			? [{ source: ours, at: ours, writable: false }]
			: []),
		...c.readable.map((path) => ({ source: realPath(path), at: realPath(path), writable: false })),
		...c.writable.map((path) => ({ source: realPath(path), at: realPath(path), writable: true })),
		...c.state.flatMap((state) => [
			{ source: realPath(state.behind), at: state.at, writable: true },
			...state.shown.map(({ name, source }) => ({ source, at: join(state.at, name), writable: false })),
		]),
		{
			source: overlay ? realPath(overlay.merged) : workspace,
			at: workspace,
			writable: overlay !== null || c.workspace.mode === "read-write",
		},
	];
	arguments_.push(...mountArguments(masks, binds));
	for (const mask of masks) {
		if (mask.directory && !binds.some((bind) => bind.at === mask.path))
			arguments_.push("--remount-ro", mask.path);
	}
	if (!root && overlay) {
		// the outer user namespace (for the overlay) made us its root: inside we are ourselves again
		arguments_.push(
			"--unshare-user",
			"--uid",
			String(process.getuid?.()),
			"--gid",
			String(process.getgid?.()),
		);
	}
	arguments_.push(
		"--unshare-pid",
		"--unshare-ipc",
		"--unshare-uts",
		"--die-with-parent",
		"--cap-drop",
		"ALL",
	);
	arguments_.push("--chdir", c.chdir, "--", ...argv);
	const setLimits = `ulimit -c 0${root ? "" : "; ulimit -p 16384 2>/dev/null || ulimit -u 16384 2>/dev/null || true"}`;
	if (!overlay) return [need("sh"), "-c", `${setLimits}; exec "$@"`, "fuseline-sandbox", ...arguments_];
	return [...overlayShell(overlay, `${setLimits}; exec "$@"`), ...arguments_];
}

/**
 * A shell in a mount namespace of its own in which the overlay is mounted; then `then` runs with the further arguments.
 * The kernel's work folder has no permissions at all, which would keep an ordinary user from removing it.
 */
export function overlayShell(
	overlay: { lower: string[]; upper: string; work: string; merged: string },
	then: string,
): string[] {
	const root = process.getuid?.() === 0;
	const work = realPath(overlay.work);
	return [
		need("unshare"),
		root ? "-m" : "-Urm",
		need("sh"),
		"-c",
		`${need("mount")} -t overlay overlay -o "$1" "$2" || exit 71; ${need("chmod")} 0700 "$3/work"; cd "$2" || exit 72; shift 3; ${then}`,
		"fuseline-sandbox",
		overlayOptions(overlay),
		realPath(overlay.merged),
		work,
	];
}

interface Bind {
	source: string;
	at: string;
	writable: boolean;
}

/** Masks and binds from the outside in, so that what is named more exactly wins; at the same path the bind wins. */
function mountArguments(masks: Mask[], binds: Bind[]): string[] {
	const mounts = [
		...masks.map((mask) => ({
			at: mask.path,
			order: 0,
			args: mask.directory
				? ["--perms", "0700", "--tmpfs", mask.path]
				: ["--ro-bind", "/dev/null", mask.path],
		})),
		...binds.map((bind) => ({
			at: bind.at,
			order: bind.writable ? 2 : 1,
			args: [bind.writable ? "--bind-try" : "--ro-bind-try", bind.source, bind.at],
		})),
	];
	const depth = (path: string) => path.split("/").filter(Boolean).length;
	mounts.sort((a, b) => depth(a.at) - depth(b.at) || a.order - b.order || (a.at < b.at ? -1 : 1));
	return mounts.flatMap((mount) => mount.args);
}

/**
 * Options of the overlay. Copies are whole and renames of folders are real copies (`metacopy`, `redirect_dir` off), so
 * that the upper folder by itself says what was changed. An ordinary user's overlay keeps its marks in `user.` attributes:
 * without them it can't even delete a folder (seen: EIO).
 */
export function overlayOptions(overlay: { lower: string[]; upper: string; work: string }): string {
	const paths = [...overlay.lower, overlay.upper, overlay.work].map(realPath);
	const odd = paths.find((path) => /[:,\\"\n]/.test(path));
	if (odd !== undefined) {
		throw new DomainError(
			"infrastructure",
			`The path ${odd} has a character (one of : , \\ ") that an overlay mount can't take. Use a data directory without it ($FUSELINE_DATA_DIR).`,
		);
	}
	const lower = overlay.lower.map(realPath).join(":");
	const marks =
		process.getuid?.() === 0
			? "redirect_dir=nofollow,metacopy=off,index=off,xino=off"
			: "userxattr,index=off,xino=off";
	return `lowerdir=${lower},upperdir=${realPath(overlay.upper)},workdir=${realPath(overlay.work)},${marks}`;
}

export function need(name: string): string {
	const path = findProgram(name);
	if (path === null) {
		throw new DomainError("unavailable", `The program "${name}" isn't installed; the sandbox needs it.`);
	}
	return path;
}
