import type { HarnessStatus } from "@/server/domain/doctor-view.ts";

const logins: Record<HarnessStatus["login"], string> = {
	yes: "logged in",
	no: "not logged in",
	unknown: "login not known",
	not_needed: "no login needed",
};

/** `0.98.0, logged in`, or that it isn't installed. */
export function harnessState(harness: HarnessStatus): string {
	if (!harness.installed) return "not installed";
	return [harness.version ?? "installed", logins[harness.login]].join(", ");
}
