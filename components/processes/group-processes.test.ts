import { expect, test } from "vitest";
import type { OwnedProcess } from "@/server/domain/process-view.ts";
import { depthsOf, groupProcesses } from "./group-processes.ts";

const base: OwnedProcess = {
	pid: 0,
	startTime: "t",
	parent: 1,
	part: "other",
	command: "x",
	state: "S",
	ageMs: 1,
	rssBytes: null,
	cpuMs: null,
	ports: [],
	foundBy: "marker",
	run: null,
	call: null,
	candidateId: null,
	stray: false,
};
const run = (id: string, name: string) => ({ id, name, status: "running" });
const of = (pid: number, parent: number, more: Partial<OwnedProcess> = {}): OwnedProcess => ({
	...base,
	pid,
	parent,
	...more,
});

test("strays come first, then runs by name, then our own", () => {
	const groups = groupProcesses([
		of(1, 0, { part: "daemon" }),
		of(2, 1, { run: run("b", "zebra/1") }),
		of(3, 1, { run: run("a", "apple/2") }),
		of(4, 1, { run: run("a", "apple/2"), stray: true }),
	]);
	expect(
		groups.map((group) => [group.kind, group.run?.name ?? null, group.processes.map((p) => p.pid)]),
	).toEqual([
		["stray", null, [4]],
		["run", "apple/2", [3]],
		["run", "zebra/1", [2]],
		["own", null, [1]],
	]);
});

test("children stand under their parents, each one deeper", () => {
	const [group] = groupProcesses([of(30, 20), of(10, 1), of(20, 10), of(40, 10)]);
	expect(group?.processes.map((process) => process.pid)).toEqual([10, 20, 30, 40]);
	expect([...depthsOf(group?.processes ?? [])]).toEqual([
		[10, 0],
		[20, 1],
		[30, 2],
		[40, 1],
	]);
});

test("memory that nobody says is unknown, not 0", () => {
	expect(groupProcesses([of(1, 0), of(2, 0)])[0]?.rssBytes).toBeNull();
	expect(groupProcesses([of(1, 0), of(2, 0, { rssBytes: 5 })])[0]?.rssBytes).toBe(5);
});
