import type { RunConfig } from "../domain/run.ts";

/** What differs between configurations, and what is the same; keys are paths such as `bindings.tester.model`. */
export function splitSettings(configs: readonly RunConfig[]): {
	differences: { key: string; values: string[] }[];
	equal: { key: string; value: string }[];
} {
	const flat = configs.map((config) => new Map(flatten(settingsOf(config), "")));
	const keys = [...new Set(flat.flatMap((settings) => [...settings.keys()]))];
	const differences: { key: string; values: string[] }[] = [];
	const equal: { key: string; value: string }[] = [];
	for (const key of keys) {
		const values = flat.map((settings) => settings.get(key) ?? "—");
		const first = values[0] ?? "—";
		if (values.every((value) => value === first)) equal.push({ key, value: first });
		else differences.push({ key, values });
	}
	return { differences, equal };
}

/** Checks, probes and criteria are compared as wholes, by their ids: item by item they'd drown the rest. */
function settingsOf(config: RunConfig): Record<string, unknown> {
	const { project, ...rest } = config;
	const { phases, checks, probes, $schema: _schema, ...plain } = project;
	return {
		...rest,
		project: {
			...plain,
			criteria: phases.flatMap((phase) => phase.criteria.map((criterion) => criterion.id)),
			checks: checks.map((check) => check.id),
			probes: probes.map((probe) => probe.id),
		},
	};
}

function flatten(value: unknown, path: string): [string, string][] {
	if (Array.isArray(value)) return [[path, value.length === 0 ? "none" : value.join(", ")]];
	if (value !== null && typeof value === "object") {
		return Object.entries(value).flatMap(([key, part]) =>
			flatten(part, path === "" ? key : `${path}.${key}`),
		);
	}
	return value === undefined ? [] : [[path, value === null ? "—" : String(value)]];
}
