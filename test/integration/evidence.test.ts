import { afterAll, describe, expect, test } from "vitest";
import { examined, toolCalls } from "../support/examined.ts";
import { developer, pagePlan, pageProject, planner, tester, verified } from "../support/page-project.ts";
import { makeWorld } from "../support/world.ts";

const world = makeWorld();
afterAll(() => world.close());

/** Plays a run to its end and returns its id. */
async function play(entries: unknown[], loops = 1, files: Record<string, string> = {}): Promise<string> {
	const scenario = { id: "evidence", entries };
	const runId = await world.queue({ project: pageProject, options: { loops }, scenario, files });
	expect(await world.runner(runId).finished).toBe(0);
	expect(world.view(runId).status).toBe("ended");
	return runId;
}

const honest = [
	verified("page.title", ["check:title"]),
	verified("page.count", ["check:count"]),
	verified("no.network", ["check:offline"]),
];
const report = (claims: unknown[]) => ({ result: { json: { status: "pass", claims } } });
/** 1 × 1 PNG */
const png =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("integrity", () => {
	test("an honest tester that makes caches and coverage stays clean and passes", async () => {
		const steps = [
			{ run: { command: "mkdir -p coverage .cache && echo x > coverage/lcov.info && echo y > .cache/a" } },
			report(honest),
		];
		const runId = await play([planner(), developer("*", 3), tester(steps)]);
		const { verdict, changes, claims } = examined(world, runId, 1);
		expect(verdict).toMatchObject({ status: "pass", integrity: "clean", contract: "aligned" });
		expect(changes.map((change) => change.path).sort()).toEqual([".cache/", "coverage/"]);
		expect(claims["page.count"]).toBe("verified");
		expect(world.view(runId).rows[0]?.productComplete).toBe(true);
	});

	test("a tester that edits a candidate file: violation, and nothing is verified", async () => {
		const steps = [{ run: { command: "echo '<h1>Tiny</h1> >3<' > index.html" } }, report(honest)];
		const runId = await play([planner(), developer("*", 4), tester(steps)]);
		const { verdict, changes, claims } = examined(world, runId, 1);
		expect(verdict.integrity).toBe("violation");
		expect(changes).toContainEqual(
			expect.objectContaining({ path: "index.html", change: "changed", violation: true }),
		);
		expect(Object.values(claims)).not.toContain("verified");
		expect(verdict.status).not.toBe("pass");
	});

	test("a corrected report may cite what the first call did, and answers for it", async () => {
		const look = (command: string) => ({ run: { command } });
		const first = (command: string) => ({
			...tester([look("grep -q '>3<' index.html"), look(command), { result: { text: "no JSON" } }]),
			attempt: 1,
		});
		const second = {
			...tester([
				look("true"),
				report([
					verified("page.title", ["tool:2"]),
					verified("page.count", ["tool:1"]),
					verified("no.network", ["tool:3"]),
					verified("beyond", ["tool:4"]),
				]),
			]),
			attempt: 2,
			resume: true,
		};
		const honestRun = await play([planner(), developer("*", 3), first("true"), second]);
		const { verdict, claims } = examined(world, honestRun, 1);
		expect(claims).toMatchObject({
			"page.title": "verified",
			"page.count": "verified",
			"no.network": "verified",
			beyond: "unknown_record",
		});
		expect(verdict.integrity).toBe("clean");
		const edited = await play([planner(), developer("*", 3), first("echo '>3<' > index.html"), second]);
		expect(examined(world, edited, 1).verdict.integrity).toBe("violation");
	});

	test("a planner that writes gets an error from the operating system, and the workspace stays as it was", async () => {
		const write = { write: { path: "planted.txt", content: "x", allowFailure: true } };
		const shell = { run: { command: "echo x > planted-too.txt", allowFailure: true } };
		const plan = { role: "planner", steps: [write, shell, { result: { json: pagePlan } }] };
		const runId = await play([plan, developer("*", 3), tester()]);
		const calls = toolCalls(world, runId, "planner");
		expect(calls.map((call) => call.ok)).toEqual([false, false]);
		expect(calls[0]?.output).toMatch(/EROFS|read-only/i);
		expect(calls[1]?.output).toMatch(/Read-only file system/);
		expect(world.view(runId).rows[0]?.candidate?.changedPaths).toBe(1);
	});
});

describe("backcheck", () => {
	test("claims without a true record of this candidate are gaps with their reason", async () => {
		const first = [report(honest)];
		const earlier = { ...tester(first), loop: 1 };
		const built = developer(1, 3, { before: [{ write: { path: "picture.png", base64: png } }] });
		// the same work gives the same tree, so its name can be known before it is cited
		const rehearsal = await play([planner(), built, earlier]);
		const label = world.view(rehearsal).rows[0]?.candidate?.label as string;
		const steps = [
			{ outbox: { path: "shot.png", fromWorkspace: "picture.png" } },
			{ outbox: { path: "notes.md", content: "I looked at it. It is fine." } },
			report([
				verified("page.title", ["check:does-not-exist"]),
				verified("page.count", []),
				verified("no.network", ["outbox:shot.png"]),
				verified("minted.earlier", ["{{earlier}}"]),
				verified("minted.notes", ["outbox:notes.md"]),
				{ ...verified("minted.mixed", ["check:title", "check:nowhere"]) },
			]),
		];
		const runId = await world.queue({
			project: pageProject,
			options: { loops: 2 },
			files: {},
			scenario: {
				id: "backcheck",
				entries: [
					planner(),
					built,
					developer(2, 3, { before: [{ write: { path: "more.txt", content: "2" } }] }),
					earlier,
					{
						...tester(JSON.parse(JSON.stringify(steps).replace("{{earlier}}", `${label}/check:title`))),
						loop: 2,
					},
				],
			},
		});
		expect(await world.runner(runId).finished).toBe(0);
		const { claims } = examined(world, runId, 2);
		expect(claims).toMatchObject({
			"page.title": "unknown_record",
			"page.count": "no_record",
			"no.network": "file_of_candidate",
			"minted.earlier": "other_candidate",
			"minted.notes": "agent_record_only",
			"minted.mixed": "unknown_record",
		});
	});

	test("a screenshot of an earlier candidate, brought again by the tester, belongs to that other candidate", async () => {
		const shot = {
			...pageProject,
			checks: [...pageProject.checks, { id: "shot", run: "cp picture.png out.png", outputs: ["out.png"] }],
		};
		const keep = [report(honest)];
		const again = [
			{ outbox: { path: "old.png", content: "placeholder" } },
			report([...honest, verified("minted.old", ["outbox:old.png"])]),
		];
		const runId = await world.queue({
			project: shot,
			options: { loops: 2 },
			scenario: {
				id: "old",
				entries: [
					planner(),
					developer(1, 3, { before: [{ write: { path: "picture.png", content: "placeholder" } }] }),
					// the picture itself changes, so that the old bytes are no file of the new candidate
					developer(2, 3, { before: [{ write: { path: "picture.png", content: "another" } }] }),
					{ ...tester(keep), loop: 1 },
					{ ...tester(again), loop: 2 },
				],
			},
		});
		expect(await world.runner(runId).finished).toBe(0);
		expect(examined(world, runId, 2).claims["minted.old"]).toBe("other_candidate");
	});
});

describe("contract and ledger", () => {
	test("a constraint of the spec that D_t leaves out makes the contract unknown", async () => {
		const runId = await play([planner({ ...pagePlan, constraints: [] }), developer("*", 3), tester()]);
		const { verdict } = examined(world, runId, 1);
		expect(verdict.contract).toBe("unknown");
	});

	test("a developer can't close an issue, QA can; breaking it again reopens it", async () => {
		const runId = await play(
			[
				planner(),
				developer(1, 4),
				developer(2, 5, { report: { fixed: ["page.count-wrong"] } }),
				developer(3, 3, { report: { fixed: ["page.count-wrong"] } }),
				developer(4, 6),
				tester(),
			],
			4,
		);
		const issue = world.view(runId).issues[0];
		expect(issue?.history.map((step) => step.to)).toEqual([
			"open",
			"fixed_pending_verify",
			"open",
			"fixed_pending_verify",
			"closed",
			"regressed",
		]);
		expect(issue?.reopenings).toBe(1);
		expect(world.view(runId).rows.map((row) => row.verdict?.status)).toEqual([
			"fail",
			"fail",
			"pass",
			"fail",
		]);
		expect(world.view(runId).rows[3]?.lost).toContain("page.count");
	});
});
