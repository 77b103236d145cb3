import type { Bindings } from "../domain/role.ts";
import type { Contents } from "../evidence/contents.ts";

/*
 * A scripted scenario holds whole file trees. The run's configuration names it by hash, so that configuration, events
 * and pages stay small and the scenario is fixed with the run.
 */

/** Replaces each `settings.scenario` by the hash of its content. */
export function storeScenarios(contents: Contents, bindings: Bindings): Bindings {
	const stored: Bindings = {};
	for (const [role, binding] of Object.entries(bindings)) {
		const { scenario, ...settings } = binding.settings;
		stored[role as keyof Bindings] =
			scenario === undefined
				? binding
				: {
						...binding,
						settings: {
							...settings,
							scenarioSha256: contents.put(Buffer.from(JSON.stringify(scenario), "utf8")),
						},
					};
	}
	return stored;
}

/** The settings as the harness wants them. */
export function withScenario(contents: Contents, settings: Record<string, unknown>): Record<string, unknown> {
	const { scenarioSha256, ...rest } = settings;
	if (typeof scenarioSha256 !== "string") return settings;
	return { ...rest, scenario: JSON.parse(contents.get(scenarioSha256).toString("utf8")) as unknown };
}
