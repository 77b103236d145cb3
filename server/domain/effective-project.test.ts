import { expect, it } from "vitest";
import { effectiveProject } from "./effective-project.ts";
import { projectConfigSchema, proposalSchema } from "./project-config.ts";

const config = (part: Record<string, unknown> = {}) => projectConfigSchema.parse(part);
const proposal = (part: Record<string, unknown>) => proposalSchema.parse(part);
const phase = (id: string, ...ids: string[]) => ({
	id,
	title: id,
	criteria: ids.map((criterion) => ({ id: criterion, statement: `${criterion} of ${id}` })),
});
const check = (id: string, run: string) => ({ id, run });

it("takes the project's own words and nothing else where it has some", () => {
	const project = effectiveProject(
		config({ phases: [phase("own", "a")], checks: [check("build", "make")], serve: { run: "own" } }),
		[
			proposal({
				phases: [phase("more", "b")],
				checks: [check("build", "true"), check("x", "y")],
				serve: { run: "theirs" },
				setup: { run: "npm ci", inputs: ["lock"], outputs: ["node_modules"] },
			}),
		],
	);
	expect(project.phases).toMatchObject([{ id: "own", proposed: false }]);
	expect(project.checks.map(({ run }) => run)).toEqual(["make"]);
	expect(project.serve?.run).toBe("own");
	expect(project.setup?.run).toBe("npm ci");
	expect(project.proposedIds).toEqual(["setup"]);
});

it("lets later proposals extend criteria, never reword or move them", () => {
	const project = effectiveProject(config(), [
		proposal({ phases: [phase("first", "a", "b")] }),
		proposal({ phases: [phase("first", "a", "c"), phase("second", "b", "d"), phase("third", "a")] }),
	]);
	expect(project.phases.map(({ id, criteria }) => [id, criteria.map((item) => item.statement)])).toEqual([
		["first", ["a of first", "b of first", "c of first"]],
		["second", ["d of second"]],
	]);
	expect(project.phases.every(({ proposed }) => proposed)).toBe(true);
	expect(project.proposedIds).toEqual(["first", "second", "a", "b", "c", "d"]);
});

it("lets later proposals mend what does not work", () => {
	const project = effectiveProject(config(), [
		proposal({ serve: { run: "broken" }, checks: [check("build", "broken"), check("test", "npm test")] }),
		proposal({ serve: { run: "good" }, checks: [check("build", "good")], probes: [{ id: "board" }] }),
		proposal({}),
	]);
	expect(project.serve?.run).toBe("good");
	expect(project.checks.map(({ id, run }) => [id, run])).toEqual([
		["build", "good"],
		["test", "npm test"],
	]);
	expect(project.proposedIds.toSorted()).toEqual(["board", "build", "serve", "test"]);
});

it("is plain data, and empty where nobody said anything", () => {
	const project = effectiveProject(config(), []);
	expect(project).toEqual({ phases: [], setup: null, serve: null, checks: [], probes: [], proposedIds: [] });
	expect(JSON.parse(JSON.stringify(project))).toEqual(project);
});
