import { z } from "zod";
import { developerReportSchema } from "../domain/developer-report.ts";
import { developmentDocumentSchema } from "../domain/development-document.ts";
import { DomainError } from "../domain/errors.ts";
import { phaseSchema, serveSchema } from "../domain/project-config.ts";
import { bindingSchema } from "../domain/role.ts";
import { runConfigSchema } from "../domain/run.ts";
import { usageSchema } from "../domain/usage.ts";
import { verdictSchema } from "../domain/verdict.ts";

/* The JSON columns of the main database, each parsed before it leaves a read model. */

/** Parses a JSON column; a column that doesn't hold what it should is a damaged database, said so by name. */
export function column<T>(schema: z.ZodType<T>, text: string, name: string): T {
	try {
		return schema.parse(JSON.parse(text));
	} catch (error) {
		const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
		throw new DomainError("infrastructure", `${name} in the database can't be read: ${what}`);
	}
}

/** The same for a column that may be null. */
export function optional<T>(schema: z.ZodType<T>, text: string | null, name: string): T | null {
	return text === null ? null : column(schema, text, name);
}

export function time(value: bigint): number;
export function time(value: bigint | null): number | null;
export function time(value: bigint | null): number | null {
	return value === null ? null : Number(value);
}

/** A column that we write from a closed list. */
export function word<const T extends string>(words: readonly T[], value: string, name: string): T {
	const found = words.find((candidate) => candidate === value);
	if (found === undefined) throw new DomainError("infrastructure", `${name} is "${value}" in the database`);
	return found;
}

export const stringsColumn = z.array(z.string());
export const configColumn = runConfigSchema;
export const planColumn = developmentDocumentSchema;
export const developerReportColumn = developerReportSchema;
export const verdictColumn = verdictSchema;
export const usageColumn = usageSchema;
export const bindingColumn = bindingSchema;

/** the set is stored with statements; pages name claims by id and find their words in the examination */
export const planPreservationColumn = z.object({
	set: z.array(z.object({ claim: z.string() }).transform(({ claim }) => claim)),
	dropped: z.array(z.object({ claim: z.string(), reason: z.string() })),
});
export const preservationColumn = z.object({
	kept: z.array(z.string()),
	lost: z.array(z.string()),
	unproven: z.array(z.string()),
});
export const changesColumn = z.array(
	z.object({ path: z.string(), change: z.enum(["added", "changed", "deleted"]), violation: z.boolean() }),
);
export const changedPathsColumn = z.array(
	z.object({
		path: z.string(),
		change: z.enum(["add", "update", "delete"]),
		sizeAfter: z.number().nullable().default(null),
		sizeBefore: z.number().nullable().default(null),
	}),
);
export const policyColumn = z.object({
	ignored: z.array(z.string()).default([]),
	leftOut: z.array(z.string()).default([]),
});
/** criteria in force, each phase with its origin; what else is in force isn't shown from here */
export const effectiveColumn = z.object({
	phases: z.array(phaseSchema.extend({ proposed: z.boolean() })).default([]),
	serve: serveSchema.nullish(),
});
export const inputsColumn = z.array(
	z.object({ name: z.string(), sha256: z.string(), mime: z.string().default("text/plain") }),
);
export const consoleColumn = z.array(z.object({ level: z.string(), text: z.string() }));
export const failedRequestsColumn = z.array(
	z.object({ url: z.string(), status: z.number().nullable(), error: z.string() }),
);
export const stepsColumn = z.array(
	z.object({ step: z.string(), ok: z.boolean(), value: z.string().nullable(), message: z.string() }),
);
export const environmentColumn = z.record(z.string(), z.string());
