import { describe, expect, it } from "vitest";
import type { CheckView, ExaminationView, ProbeView } from "../../server/domain/views.ts";
import { commandLines, probeLines, worstVisit } from "./run-lines.ts";

const check = (checkId: string, command: string): CheckView => ({
	checkId,
	title: checkId,
	command,
	required: true,
	proposed: false,
	status: "pass",
	exitCode: 0,
	durationMs: 1,
	stdout: null,
	stderr: null,
	message: "",
});
const probe = (probeId: string, repetition: number, status: ProbeView["status"]): ProbeView => ({
	probeId,
	title: probeId,
	repetition,
	required: true,
	proposed: false,
	status,
	message: "",
	screenshot: null,
	console: [],
	failedRequests: [],
	steps: [],
	durationMs: 1,
});
const examination = (checks: CheckView[], probes: ProbeView[]) =>
	({ checks, probes }) as unknown as ExaminationView;

describe("commandLines", () => {
	it("joins the Developer's runs with the host's check of the same command", () => {
		const report = {
			status: "pass" as const,
			summary: "",
			tasks: [],
			fixed: [],
			baseline: [{ command: "npm test", exitCode: 1, note: "" }],
			retests: [
				{ command: "npm test", exitCode: 1, note: "first" },
				{ command: "npm test", exitCode: 0, note: "last" },
				{ command: "npm run lint", exitCode: null, note: "" },
			],
		};
		const lines = commandLines(report, [examination([check("tests", "npm test")], [])]);
		expect(lines.map((line) => [line.id, line.checks[0]?.status ?? null])).toEqual([
			["tests", "pass"],
			["own:npm run lint", null],
		]);
		expect(lines[0]?.baseline?.exitCode).toBe(1);
		expect(lines[0]?.retest).toEqual({ exitCode: 0, note: "last" });
		expect(lines[1]?.retest?.exitCode).toBeNull();
	});
});

describe("probeLines", () => {
	it("keeps repetitions together and says the worst", () => {
		const lines = probeLines([
			examination([], [probe("board", 1, "pass"), probe("board", 2, "fail"), probe("menu", 1, "pass")]),
			examination([], [probe("board", 1, "pass")]),
		]);
		expect(lines.map((line) => [line.probeId, line.visits.map((visits) => visits.length)])).toEqual([
			["board", [2, 1]],
			["menu", [1, 0]],
		]);
		expect(worstVisit(lines[0]?.visits[0] ?? [])?.status).toBe("fail");
		expect(worstVisit([])).toBeNull();
	});
});
