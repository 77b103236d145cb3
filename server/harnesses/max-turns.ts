import { z } from "zod";
import { object } from "./json-line.ts";

/** Setting of a binding: answers of the model (turns) that one call of its role may take. */
export const maxTurns = z.number().int().positive().optional();

/** The lower of a binding's own limit and the run's limit for one call; null: none. */
export function turnLimit(settings: unknown, perInvocation: number | undefined): number | null {
	const own = maxTurns.safeParse(object(settings)?.maxTurns);
	const limits = [own.success ? own.data : undefined, perInvocation].filter((limit) => limit !== undefined);
	return limits.length === 0 ? null : Math.min(...limits);
}
