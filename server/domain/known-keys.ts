import { z } from "zod";

/** Names of the settings that a schema knows at a place; empty where it has no fixed names. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
	return [...new Set(schemasAt([schema], path).flatMap((one) => Object.keys(shapeOf(one))))];
}

function schemasAt(schemas: z.ZodType[], path: readonly PropertyKey[]): z.ZodType[] {
	const bare = schemas.flatMap(unwrapped);
	const [first, ...rest] = path;
	if (first === undefined) return bare;
	const inner = bare.flatMap((schema) => {
		if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
		if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
		const field = shapeOf(schema)[String(first)];
		return field === undefined ? [] : [field];
	});
	return schemasAt(inner, rest);
}

/** Without defaults and options around it; each kind of a union. */
function unwrapped(schema: z.ZodType): z.ZodType[] {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
		return unwrapped(schema.unwrap() as z.ZodType);
	}
	if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(unwrapped);
	return [schema];
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
	return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}
