import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listMerged } from "../../server/process/overlay-listing.ts";
import { readOutput, runCommand } from "../../server/process/run-command.ts";
import { confine, probeSandbox } from "../../server/process/sandbox.ts";

/** Tries the sandbox as whoever runs this, in the folder that it is given, and prints what held. */
const room = mkdtempSync(join(process.argv[2] as string, "user-"));
const at = (...names: string[]) => {
	mkdirSync(join(room, ...names), { recursive: true });
	return join(room, ...names);
};
const report = await probeSandbox(room);
const overlay = { lower: [at("lower")], upper: at("upper"), work: at("work"), merged: at("merged") };
writeFileSync(join(at("lower", "folder"), "old"), "lower");
writeFileSync(join(at("data"), "secret"), "secret");
const workspace = at("workspace");
const script = `id -u; cat ${room}/data/secret; rm -r folder && mkdir folder && echo new > folder/new; (mount -o remount,bind,rw / || touch /usr/x) && echo broken-out`;
const confined = confine(
	["sh", "-c", script],
	{ PATH: "/usr/bin:/bin" },
	{
		workspace: { at: workspace, mode: "read-only", overlay },
		readable: [],
		writable: [],
		state: [],
		masked: [at("data")],
		chdir: workspace,
	},
	report,
);
const result = await runCommand({
	...confined,
	cwd: "/",
	stdoutPath: join(room, "stdout"),
	stderrPath: join(room, "stderr"),
	marker: room,
	timeoutMs: 20_000,
});
const merged = await listMerged(overlay, ["folder"], room);
const lower = readFileSync(join(room, "lower", "folder", "old"), "utf8");
const said = readOutput(result);
rmSync(room, { recursive: true });
process.stdout.write(JSON.stringify({ report, ...said, lower, merged: [...(merged.get("folder") ?? [])] }));
