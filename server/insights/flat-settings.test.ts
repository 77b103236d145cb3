import { expect, test } from "vitest";
import { runConfigSchema } from "../domain/run.ts";
import { splitSettings } from "./flat-settings.ts";

function config(loops: number, model: string | null) {
	return runConfigSchema.parse({
		protocol: "hoh",
		options: { loops },
		bindings: { developer: { harness: "codex", model, access: "read-write" } },
		specSha256: "a".repeat(64),
		seedTree: "b".repeat(64),
		project: { checks: [{ id: "build", run: "make" }] },
		budgets: {},
		promptsVersion: "1",
	});
}

test("tells what differs from what is the same, with a dash for what isn't set", () => {
	const { differences, equal } = splitSettings([config(3, "gpt"), config(5, null)]);
	expect(differences).toEqual([
		{ key: "options.loops", values: ["3", "5"] },
		{ key: "bindings.developer.model", values: ["gpt", "—"] },
	]);
	expect(equal).toContainEqual({ key: "project.checks", value: "build" });
	expect(equal).toContainEqual({ key: "bindings.developer.harness", value: "codex" });
});
