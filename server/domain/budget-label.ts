const measures: Record<string, string> = {
	tokens: "Tokens",
	costUsd: "US dollars",
	wallMinutes: "Minutes",
	invocations: "Calls",
	diskMegabytes: "MB of disk",
	memoryMegabytes: "MB of memory",
	processes: "Processes",
	cpuMinutes: "Processor minutes",
	turns: "Turns",
	invocationMinutes: "Minutes of one call",
	idleMinutes: "Minutes without a sign of life",
};

/** A limit's place in the configuration, for people: `perRole.developer.tokens` → `Tokens of the developer`. */
export function budgetLabel(key: string): string {
	const parts = key.split(".");
	const measure = measures[parts.at(-1) ?? ""] ?? key;
	if (parts[0] === "perRole") return `${measure} of the ${parts[1]}`;
	if (parts[0] === "perLoop") return `${measure} of each loop`;
	if (parts[0] === "perInvocation") return `${measure} of one call`;
	return key === "invocationMinutes" || key === "idleMinutes" ? measure : `${measure} of the whole run`;
}
