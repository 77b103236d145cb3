import type { DoctorView } from "../domain/doctor-view.ts";
import type { Bindings } from "../domain/role.ts";
import { protocolOptionsSchema } from "../domain/run.ts";
import type { NewRunView } from "../domain/views.ts";
import { protocolDefinitions } from "../protocols/registry.ts";

/** What the form begins with: the loop with a planner, played by the first harness that is ready here. */
export function defaultStart(doctor: DoctorView): NewRunView["defaults"] {
	const real = doctor.harnesses.filter(({ id, modelRequired }) => id !== "scripted" && !modelRequired);
	const chosen =
		real.find(({ installed, login }) => installed && login !== "no") ??
		real.find(({ installed }) => installed);
	const harness = chosen?.id ?? "scripted";
	const scenarios = doctor.harnesses.find(({ id }) => id === harness)?.scenarios ?? [];
	const bindings: Bindings = {};
	for (const { role, access } of protocolDefinitions.hoh.roles) {
		bindings[role] = { harness, model: scenarios[0]?.id ?? null, effort: null, access, settings: {} };
	}
	return { protocol: "hoh", options: protocolOptionsSchema.parse({}), bindings };
}
