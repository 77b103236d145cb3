import { expect, test } from "vitest";
import { tinyEntries, tinyProject } from "../support/tiny-project.ts";
import { makeWorld } from "../support/world.ts";

const { probes: _, serve: __, ...checked } = tinyProject;
const ownKey = "a-value-of-no-known-shape-42";
const shaped = ["sk-ant-", "api03-Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0FeDcBa"].join("");

test("a secret in a version is named by its file and kind, once, and never by itself", async () => {
	const world = makeWorld({ PROVIDER_API_KEY: ownKey });
	try {
		const entries = tinyEntries((loop) => loop, 2);
		const developer = entries.find(
			(entry) =>
				(entry as { role: string; loop?: number }).role === "developer" &&
				(entry as { loop?: number }).loop === 1,
		) as { steps: unknown[] };
		const put = (path: string, parts: string[]) => ({
			// the agent puts it together itself: no scenario holds it whole
			run: {
				command: `mkdir -p config; printf '%s' ${parts.map((part) => `'${part}'`).join(" ")} > ${path}`,
			},
		});
		developer.steps.unshift(
			put("config/model.json", [shaped.slice(0, 9), shaped.slice(9)]),
			put("config/local.env", [ownKey.slice(0, 9), ownKey.slice(9)]),
			put("config/plain.txt", ["sk-learn and ", "nothing else"]),
		);
		const runId = await world.queue({
			project: checked,
			options: { loops: 2 },
			scenario: { id: "tiny", entries },
		});
		expect(await world.runner(runId).finished).toBe(0);
		const view = world.view(runId);
		expect(view).toMatchObject({ status: "ended", endCause: "completed" });
		const told = view.notices.filter(({ text }) => text.includes("looks like a secret"));
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({ loop: 1, level: "warning" });
		expect(told[0]?.text).toContain(
			"config/local.env (PROVIDER_API_KEY); config/model.json (anthropic key).",
		);
		const stored = JSON.stringify(world.store.db.prepare("SELECT data FROM Event").all());
		expect(stored).not.toContain(ownKey);
		expect(stored).not.toContain(shaped);
	} finally {
		world.close();
	}
});
