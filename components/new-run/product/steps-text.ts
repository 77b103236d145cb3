import { z } from "zod";
import { type Problem, problemsOf } from "@/server/domain/errors.ts";
import { type ProbeStep, probeStepSchema } from "@/server/domain/project-config.ts";

const stepsSchema = z.array(probeStepSchema).max(100);

/** One step a line: short enough to read, still JSON. */
export function printSteps(steps: readonly ProbeStep[]): string {
	if (steps.length === 0) return "[]";
	return `[\n${steps.map((step) => `  ${JSON.stringify(step)}`).join(",\n")}\n]`;
}

export function parseSteps(text: string): { steps: ProbeStep[] | null; problems: Problem[] } {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (error) {
		return { steps: null, problems: [{ where: "steps", what: `not JSON: ${(error as Error).message}` }] };
	}
	const parsed = stepsSchema.safeParse(json);
	if (parsed.success) return { steps: parsed.data, problems: [] };
	const problems = problemsOf(parsed.error.issues).map((problem) => ({
		...problem,
		what: `${problem.where}: ${problem.what}`,
	}));
	return { steps: null, problems };
}
