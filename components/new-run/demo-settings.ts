import { roles } from "@/server/domain/role.ts";
import type { StartRunInput } from "@/server/domain/run.ts";
import type { NewRunView } from "@/server/domain/views.ts";

type DemoStart = Pick<NewRunView, "protocols" | "defaults"> & {
	doctor: Pick<NewRunView["doctor"], "harnesses">;
};

/** Settings with which a bundled project runs by itself: the scripted harness with the scenario written for it. */
export function demoSettings(start: DemoStart, demoId: string): StartRunInput {
	const protocol =
		start.protocols.find((candidate) => candidate.id === start.defaults.protocol) ?? start.protocols[0];
	const scenarios = start.doctor.harnesses.find((harness) => harness.id === "scripted")?.scenarios ?? [];
	const scenario =
		scenarios.find(({ id }) => id === demoId) ??
		scenarios.find(({ id }) => id.startsWith(demoId)) ??
		scenarios[0];
	const bindings: StartRunInput["bindings"] = {};
	for (const role of roles) {
		const access = protocol?.roles.find((needed) => needed.role === role)?.access;
		if (access) {
			bindings[role] = {
				harness: "scripted",
				model: scenario?.id ?? null,
				effort: null,
				access,
				settings: {},
			};
		}
	}
	return {
		source: { kind: "demo", id: demoId },
		protocol: protocol?.id ?? start.defaults.protocol,
		options: { ...start.defaults.options },
		bindings,
		budgets: {},
		language: "en",
		project: null,
	};
}
