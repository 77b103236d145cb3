import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOutput, runCommand } from "./run-command.ts";
import { type Confinement, confine, type SandboxReport } from "./sandbox.ts";
import { findProgram } from "./which.ts";

/**
 * Finds out what really holds here: a write to a read-only workspace, a remount and a look at a masked file must fail,
 * a write to a writable folder must work, and an overlay must leave its lower layer alone. Takes about 0.1 s; callers
 * keep the result.
 * @param directory where the trial folders are made (default: the system's temporary folder)
 */
export async function probeSandbox(directory = tmpdir()): Promise<SandboxReport> {
	if (process.platform === "darwin") return probeWalls("sandbox-exec", null, directory);
	if (process.platform !== "linux") return none([`There is no sandbox for ${process.platform}.`], null);
	if (findProgram("bwrap") === null) {
		return none(
			["bubblewrap (bwrap) isn't installed."],
			"Install it: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), pacman -S bubblewrap (Arch).",
		);
	}
	const room = mkdtempSync(join(directory, "fuseline-probe-"));
	try {
		const text = await run(["bwrap", "--version"], room);
		return await probeWalls("bubblewrap", text.stdout.replace("bubblewrap", "").trim() || null, directory);
	} finally {
		rmSync(room, { recursive: true, force: true });
	}
}

const attack = [
	'(echo x > "$WORKSPACE/file") 2>/dev/null && echo wrote-workspace',
	'(mount -o remount,bind,rw / || mount -o remount,bind,rw "$WORKSPACE") 2>/dev/null && echo remounted',
	'(echo x > "$WORKSPACE/file") 2>/dev/null && echo wrote-after-remount',
	'cat "$SECRET" 2>/dev/null',
	'echo x > "$SCRATCH/written" && echo reached-the-end',
].join("\n");

async function probeWalls(
	tool: "bubblewrap" | "sandbox-exec",
	version: string | null,
	directory: string,
): Promise<SandboxReport> {
	const room = mkdtempSync(join(directory, "fuseline-probe-"));
	try {
		const path = (name: string) => {
			mkdirSync(join(room, name), { recursive: true });
			return join(room, name);
		};
		const workspace = path("workspace");
		const scratch = path("scratch");
		const data = path("data");
		writeFileSync(join(workspace, "file"), "lower");
		writeFileSync(join(data, "secret"), "leaked-secret");
		const report: SandboxReport = {
			level: "enforced",
			tool,
			version,
			overlay: true,
			problems: [],
			mend: null,
		};
		const walls: Confinement = {
			workspace: { at: workspace, mode: "read-only", overlay: null },
			readable: [],
			writable: [scratch],
			state: [],
			masked: [data],
			chdir: workspace,
		};
		const environment = {
			PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
			WORKSPACE: workspace,
			SCRATCH: scratch,
			SECRET: join(data, "secret"),
		};
		const tried = confine(["sh", "-c", attack], environment, walls, report);
		const result = await run(tried.argv, room, tried.environment);
		const problems: string[] = [];
		if (!result.stdout.includes("reached-the-end") || !existsSync(join(scratch, "written"))) {
			problems.push(
				`${tool} doesn't start: ${result.stderr.trim().split("\n").at(-1) || `exit ${result.code}`}`,
			);
		}
		if (/wrote|remounted/.test(result.stdout) || readFileSync(join(workspace, "file"), "utf8") !== "lower") {
			problems.push(`${tool} starts, but a read-only workspace could be written.`);
		}
		if (result.stdout.includes("leaked-secret"))
			problems.push(`${tool} starts, but a masked file could be read.`);
		if (problems.length > 0) return none(problems, mendFor(result.stderr));
		if (tool === "sandbox-exec") return { ...report, overlay: false };
		return await probeOverlay(report, walls, environment, room);
	} finally {
		rmSync(room, { recursive: true, force: true });
	}
}

async function probeOverlay(
	report: SandboxReport,
	walls: Confinement,
	environment: Record<string, string>,
	room: string,
): Promise<SandboxReport> {
	const overlay = {
		lower: [join(room, "lower")],
		upper: join(room, "upper"),
		work: join(room, "work"),
		merged: join(room, "merged"),
	};
	for (const folder of [...overlay.lower, overlay.upper, overlay.work, overlay.merged]) mkdirSync(folder);
	mkdirSync(join(room, "lower", "folder"));
	writeFileSync(join(room, "lower", "file"), "lower");
	writeFileSync(join(room, "lower", "folder", "inner"), "lower");
	const script = "echo upper > file && rm -r folder && mkdir folder && echo new > folder/new && echo done";
	try {
		const confinement = { ...walls, workspace: { ...walls.workspace, overlay } };
		const tried = confine(["sh", "-c", script], environment, confinement, report);
		const result = await run(tried.argv, room, tried.environment);
		const held =
			result.stdout.includes("done") &&
			readFileSync(join(room, "lower", "file"), "utf8") === "lower" &&
			readFileSync(join(room, "upper", "file"), "utf8") === "upper\n" &&
			lstatSync(join(room, "lower", "folder", "inner")).isFile();
		if (held) return report;
		return {
			...report,
			overlay: false,
			problems: [
				`Overlays don't work (${result.stderr.trim().split("\n").at(-1) || `exit ${result.code}`}): copies are laid instead, which is slower.`,
			],
			mend: mendFor(result.stderr),
		};
	} catch (error) {
		return { ...report, overlay: false, problems: [`Overlays don't work: ${(error as Error).message}`] };
	}
}

function none(problems: string[], mend: string | null): SandboxReport {
	return { level: "none", tool: null, version: null, overlay: false, problems, mend };
}

function mendFor(stderr: string): string {
	if (existsSync("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")) {
		return "AppArmor restricts user namespaces here (Ubuntu 24.04 and later). Allow bubblewrap: put 'abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }' into /etc/apparmor.d/bwrap and run 'sudo systemctl reload apparmor'.";
	}
	if (/uid map|user namespace|Operation not permitted|No permissions/i.test(stderr)) {
		return "User namespaces seem to be off. Try 'sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000'; in a container start it with '--security-opt seccomp=unconfined --security-opt systempaths=unconfined'.";
	}
	return "Run 'bwrap --ro-bind / / --unshare-pid --cap-drop ALL -- true' by hand to see what is missing.";
}

async function run(argv: string[], room: string, environment: Record<string, string> = {}) {
	const result = await runCommand({
		argv: [findProgram(argv[0] as string) ?? (argv[0] as string), ...argv.slice(1)],
		cwd: "/",
		environment,
		stdoutPath: join(room, "stdout"),
		stderrPath: join(room, "stderr"),
		marker: `probe:${room}`,
		timeoutMs: 10_000,
	});
	return { code: result.code, ...readOutput(result) };
}
