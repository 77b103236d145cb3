import { execFileSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../server/process/ports.ts";
import { findMarked } from "../../server/process/process-table.ts";
import { readOutput, runCommand } from "../../server/process/run-command.ts";
import { type Confinement, confine, probeSandbox, type SandboxReport } from "../../server/process/sandbox.ts";
import { type ServerOptions, startServer } from "../../server/process/serve.ts";
import { spawnProcess } from "../../server/process/spawn.ts";
import { temporaryFolder } from "../support/temp-folder.ts";

const folder = temporaryFolder("sandbox");
const environment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
let sandbox: SandboxReport;
let count = 0;

/** A data directory with a secret, a workspace inside it, and an outbox. */
function scene() {
	const root = mkdtempSync(join(folder, "scene-"));
	const make = (...names: string[]) => {
		mkdirSync(join(root, ...names), { recursive: true });
		return join(root, ...names);
	};
	const paths = {
		root,
		data: make("data"),
		workspace: make("data", "run", "workspace"),
		outbox: make("data", "run", "outbox"),
		other: make("data", "other"),
	};
	writeFileSync(join(paths.data, "token"), "secret-token");
	writeFileSync(join(paths.other, "spec"), "secret-spec");
	writeFileSync(join(paths.workspace, "a.txt"), "lower\n");
	const confinement: Confinement = {
		workspace: { at: paths.workspace, mode: "read-only", overlay: null },
		readable: [],
		writable: [paths.outbox],
		state: [],
		masked: [paths.data],
		chdir: paths.workspace,
	};
	return { ...paths, make, confinement };
}

async function inside(
	script: string,
	confinement: Confinement,
	added: Record<string, string> = {},
	hand = false,
) {
	count += 1;
	const confined = confine(["sh", "-c", script], { ...environment, ...added }, confinement, sandbox, hand);
	const result = await runCommand({
		...confined,
		cwd: "/",
		stdoutPath: join(folder, `stdout-${count}`),
		stderrPath: join(folder, `stderr-${count}`),
		marker: `sandbox-${process.pid}-${count}`,
		timeoutMs: 20_000,
	});
	return { ...result, ...readOutput(result) };
}

beforeAll(async () => {
	sandbox = await probeSandbox();
});

describe("a key in the environment", () => {
	const look =
		'for name in environ cmdline; do tr "\\0" "\\n" < /proc/1/$name; done; [ "$PPID" != 1 ] || echo parent; echo; echo "own $MODEL_KEY $FUSELINE_MARKER"';

	it.each([
		["plain", false],
		["over an overlay", true],
	])("is handed on, and isn't in process 1, which all others can read: %s", async (_, overlay) => {
		const { confinement, make } = scene();
		const layers = {
			lower: [make("data", "lower")],
			upper: make("data", "upper"),
			work: make("data", "work"),
			merged: make("data", "merged"),
		};
		const walls = overlay
			? { ...confinement, workspace: { ...confinement.workspace, overlay: layers } }
			: confinement;
		const value = "canary key\nwith 'two' lines";
		const { stdout, stderr, code } = await inside(look, walls, { MODEL_KEY: value }, true);
		expect(code, stderr).toBe(0);
		const [first, own] = stdout.split("\nown ") as [string, string];
		expect(own).toBe(`${value} sandbox-${process.pid}-${count}\n`);
		expect(first).toContain("bwrap");
		expect(first).not.toContain("canary");
		// the same look finds it where it stands in the wrapper's environment
		expect((await inside(look, walls, { MODEL_KEY: value })).stdout.split("\nown ")[0]).toContain("canary");
	});
});

describe("probe", () => {
	it("finds the walls of this machine", () => {
		expect(sandbox).toMatchObject({ level: "enforced", tool: "bubblewrap", overlay: true, problems: [] });
		expect(sandbox.version).toMatch(/^\d+\.\d+/);
	});
});

describe("read-only role", () => {
	it.each([
		["append", "echo x >> a.txt"],
		["chmod, then append", "chmod 777 . a.txt; echo x >> a.txt"],
		["rename over", 'echo x > "$OUTBOX/n"; mv "$OUTBOX/n" a.txt'],
		["new file", "echo x > new"],
		["delete", "rm -f a.txt"],
		["truncate", ": > a.txt"],
		["times", "touch -d 2001-01-01 a.txt"],
		["hard link and write through it", 'ln a.txt "$OUTBOX/link" && echo x > "$OUTBOX/link"'],
		["symbolic link", 'ln -s "$PWD/a.txt" "$OUTBOX/l"; echo x > "$OUTBOX/l"'],
		["remount of the root", "mount -o remount,bind,rw / ; echo x > a.txt"],
		["remount of the workspace", 'mount -o remount,bind,rw "$PWD"; echo x > a.txt'],
		["mount over", 'mount --bind "$OUTBOX" "$PWD"; echo x > a.txt'],
		["unmount", 'umount "$PWD"; umount -l /; echo x > a.txt'],
		["namespace of its own", "unshare -Urm sh -c 'mount -o remount,bind,rw . ; echo x > a.txt'"],
		["the device below", "for d in /dev/vd* /dev/sd* /dev/nvme*; do echo x > $d; done; mknod d b 254 0"],
		["another process's root", "for p in /proc/[0-9]*; do echo x > $p/root$PWD/a.txt; done"],
	])("can't write its workspace: %s", async (_name, attack) => {
		const { workspace, outbox, confinement } = scene();
		const result = await inside(`(${attack}) 2>/dev/null; echo end`, confinement, { OUTBOX: outbox });
		expect(result.stdout).toBe("end\n");
		expect(readdirSync(workspace)).toEqual(["a.txt"]);
		expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("lower\n");
	});

	it("sees its workspace and writes its outbox, and no other project, token or key", async () => {
		const { data, outbox, confinement } = scene();
		const script = `cat a.txt; echo mine > "$OUTBOX/result.json"; ls -A "$DATA" "$DATA/run"
cat "$DATA/token" "$DATA/other/spec"; ls -A "$HOME/.ssh"; ls /run/docker.sock /run/dbus`;
		const result = await inside(script, confinement, { OUTBOX: outbox, DATA: data, HOME: homedir() });
		expect(readFileSync(join(outbox, "result.json"), "utf8")).toBe("mine\n");
		expect(result.stdout).not.toMatch(/secret|id_/);
		expect(result.stdout.split("\n").slice(0, 3)).toEqual(["lower", `${data}:`, "run"]);
		expect(result.stderr).toMatch(/token.*No such file/);
		expect(result.stderr).toMatch(/docker\.sock.*No such file/);
	});

	it("may not write HOME, /etc or what is masked; has a /tmp of its own", async () => {
		const { data, confinement } = scene();
		const script = `for p in "$HOME" /etc /usr "$DATA"; do touch "$p/fuseline-was-here" && echo "$p"; done 2>/dev/null
touch /tmp/fuseline-was-here && ls -A /tmp`;
		const result = await inside(script, confinement, { HOME: homedir(), DATA: data });
		expect(result.stdout).toContain("fuseline-was-here");
		expect(result.stdout).not.toMatch(/^\/(root|home|etc|usr)/m);
		expect(existsSync("/tmp/fuseline-was-here")).toBe(false);
		expect(existsSync(join(data, "fuseline-was-here"))).toBe(false);
	});

	it("sees only its own processes and only its own environment, also of process 1", async () => {
		const { confinement } = scene();
		const script = "ls /proc | grep -c '^[0-9]'; tr '\\0' '\\n' < /proc/1/environ | sort; ulimit -c";
		const result = await inside(script, confinement, { ONE: "1" });
		const [processes, ...rest] = result.stdout.trim().split("\n");
		expect(Number(processes)).toBeLessThan(8);
		const names = rest
			.map((line) => line.split("=")[0])
			.filter((name) => !/^(PWD|OLDPWD|_|SHLVL)$/.test(name as string));
		expect(names).toEqual(["FUSELINE_MARKER", "ONE", "PATH", "0"]);
	});
});

describe("read-write role", () => {
	it("writes its workspace and nothing beside it", async () => {
		const { workspace, other, confinement } = scene();
		const script = `echo new > b.txt; echo x > "${other}/spec" 2>/dev/null; cat b.txt`;
		const result = await inside(script, {
			...confinement,
			workspace: { ...confinement.workspace, mode: "read-write" },
		});
		expect(result.stdout).toBe("new\n");
		expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("new\n");
		expect(readFileSync(join(other, "spec"), "utf8")).toBe("secret-spec");
	});
});

describe("overlay", () => {
	it("shows several layers as one at the workspace's path, and takes all writes above", async () => {
		const { make, workspace, confinement } = scene();
		const lower = make("data", "run", "candidate");
		const cache = make("data", "cache", "setup");
		writeFileSync(join(lower, "a.txt"), "candidate\n");
		mkdirSync(join(lower, "sub"));
		writeFileSync(join(lower, "sub", "b.txt"), "b\n");
		mkdirSync(join(cache, "node_modules"));
		writeFileSync(join(cache, "node_modules", "module"), "m\n");
		writeFileSync(join(cache, "a.txt"), "hidden\n");
		const overlay = {
			lower: [lower, cache],
			upper: make("data", "run", "i", "upper"),
			work: make("data", "run", "i", "work"),
			merged: make("data", "run", "i", "merged"),
		};
		const script =
			"pwd; cat a.txt node_modules/module; echo x >> a.txt; rm sub/b.txt; mkdir coverage; echo c > coverage/x; ls";
		const result = await inside(script, { ...confinement, workspace: { ...confinement.workspace, overlay } });
		expect(result.stdout).toBe(`${workspace}\ncandidate\nm\na.txt\ncoverage\nnode_modules\nsub\n`);
		expect(readFileSync(join(lower, "a.txt"), "utf8")).toBe("candidate\n");
		expect(readFileSync(join(lower, "sub", "b.txt"), "utf8")).toBe("b\n");
		expect(readdirSync(overlay.upper).sort()).toEqual(["a.txt", "coverage", "sub"]);
		expect(readdirSync(overlay.merged)).toEqual([]);
	});

	it("is refused where overlays don't work", () => {
		const { root, confinement } = scene();
		const overlay = { lower: [root], upper: root, work: root, merged: root };
		const asked = { ...confinement, workspace: { ...confinement.workspace, overlay } };
		expect(() => confine(["true"], {}, asked, { ...sandbox, overlay: false })).toThrow(/needs a copy/);
	});

	it("names a path that a mount can't take", () => {
		const { make, confinement } = scene();
		const odd = make("with,comma");
		const overlay = { lower: [odd], upper: odd, work: odd, merged: odd };
		const asked = { ...confinement, workspace: { ...confinement.workspace, overlay } };
		expect(() => confine(["true"], {}, asked, sandbox)).toThrow(/with,comma has a character/);
	});
});

describe("ends", () => {
	it("asks the program inside to end, and takes everything with it, also without environment or session", async () => {
		const { outbox, confinement } = scene();
		const script = `(env -i setsid sh -c 'while :; do date +%s%N > "${outbox}/beat"; sleep 0.05; done' &) ; trap 'echo bye > "${outbox}/bye"; exit 5' TERM; while :; do sleep 0.05; done`;
		count += 1;
		const marker = `sandbox-${process.pid}-${count}`;
		const confined = confine(["sh", "-c", script], environment, confinement, sandbox);
		const child = spawnProcess({
			...confined,
			cwd: "/",
			stdin: null,
			stdoutPath: join(folder, `stdout-${count}`),
			stderrPath: join(folder, `stderr-${count}`),
			marker,
			limits: { wallMs: null, idleMs: null, afterFinalMs: null, keepBytes: 1000, floodBytes: null },
		});
		while (!existsSync(join(outbox, "beat"))) await new Promise((resolve) => setTimeout(resolve, 20));
		await child.stop(3000);
		expect((await child.exited).code).toBe(5);
		expect(readFileSync(join(outbox, "bye"), "utf8")).toBe("bye\n");
		expect(findMarked(marker)).toEqual([]);
		const beat = readFileSync(join(outbox, "beat"), "utf8");
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(readFileSync(join(outbox, "beat"), "utf8")).toBe(beat);
	});

	it("passes the exit code on", async () => {
		expect((await inside("exit 42", scene().confinement)).code).toBe(42);
	});
});

describe("as an ordinary user", () => {
	it.runIf(process.getuid?.() === 0)("the same walls hold, under the user's own number", () => {
		const room = mkdtempSync(join(folder, "nobody-"));
		chownSync(room, 65534, 65534);
		chmodSync(folder, 0o755);
		const program = join(import.meta.dirname, "../support/sandbox-as-user.ts");
		const text = execFileSync(
			"setpriv",
			[
				"--reuid",
				"65534",
				"--regid",
				"65534",
				"--clear-groups",
				process.execPath,
				"--import",
				"tsx",
				program,
				room,
			],
			{
				cwd: join(import.meta.dirname, "../.."),
				encoding: "utf8",
				env: { ...environment, HOME: room, TMPDIR: room } as never,
			},
		);
		const held = JSON.parse(text);
		expect(held.report).toMatchObject({ level: "enforced", overlay: true, problems: [] });
		expect(held.stdout).toBe("65534\n");
		expect(held).toMatchObject({ lower: "lower", merged: ["new"] });
		// what an overlay leaves can be removed by the user
		expect(readdirSync(room)).toEqual(
			expect.not.arrayContaining([expect.stringMatching(/^user-|^fuseline-probe/)]),
		);
	});
});

describe("startServer", () => {
	async function serving(run: string, added: Partial<ServerOptions> = {}) {
		const { confinement } = scene();
		const port = await freePort();
		count += 1;
		return startServer({
			run,
			cwd: confinement.chdir,
			environment: { ...environment, PORT: String(port) },
			readyUrl: `http://127.0.0.1:${port}/`,
			readyTimeoutMs: 20_000,
			confinement,
			sandbox,
			stdoutPath: join(folder, `stdout-${count}`),
			stderrPath: join(folder, `stderr-${count}`),
			marker: `serve-${process.pid}-${count}`,
			...added,
		});
	}
	const program = (body: string) =>
		`node -e 'require("http").createServer((q, r) => { ${body} }).listen(process.env.PORT, "127.0.0.1")'`;

	it("is ready when it answers, and surely ends", async () => {
		const server = await serving(`sleep 0.3; ${program("r.end(process.cwd())")}`);
		if (!server.ready) throw new Error(`${server.reason} ${server.stderrTail}`);
		expect(await (await fetch(server.url)).text()).toMatch(/workspace$/);
		await server.stop();
		await server.exited;
		await expect(fetch(server.url)).rejects.toThrow();
	});

	it("takes a 404 for ready and waits out a 503", async () => {
		const body =
			"globalThis.n = (globalThis.n || 0) + 1; r.statusCode = globalThis.n > 3 ? 404 : 503; r.end()";
		const server = await serving(program(body));
		expect(server.ready).toBe(true);
		if (server.ready) await server.stop();
	});

	it("says why it isn't", async () => {
		const crashed = await serving("echo starting; echo 'no such module' >&2; exit 3");
		expect(crashed).toMatchObject({
			ready: false,
			exitCode: 3,
			stdoutTail: "starting\n",
			stderrTail: "no such module\n",
		});
		expect(crashed).toHaveProperty("reason", "ended with code 3 before it was ready");
		const silent = await serving("sleep 60", { readyTimeoutMs: 400 });
		expect(silent).toHaveProperty("reason", expect.stringMatching(/wasn't ready.*nothing listens there/));
		const broken = await serving(program("r.statusCode = 500; r.end()"), { readyTimeoutMs: 4000 });
		expect(broken).toHaveProperty("reason", expect.stringMatching(/status 500|nothing listens/));
		const stopped = await serving("sleep 60", { signal: AbortSignal.timeout(300) });
		expect(stopped).toHaveProperty("reason", "was stopped while it started");
	});
});
