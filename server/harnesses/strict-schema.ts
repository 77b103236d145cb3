import { array, object } from "./json-line.ts";

const refused = [
	"oneOf",
	"allOf",
	"not",
	"if",
	"patternProperties",
	"propertyNames",
	"prefixItems",
	"unevaluatedProperties",
];

/**
 * True if a JSON Schema fits the strict form that model APIs demand: every object is closed and requires all its
 * properties. A schema that doesn't is not handed to a CLI, because the API would refuse the whole call.
 */
export function isStrictSchema(value: unknown): boolean {
	const schema = object(value);
	if (schema === null) return false;
	if (schema.type !== "object") return false;
	return isStrict(schema);
}

function isStrict(value: unknown): boolean {
	const schema = object(value);
	if (schema === null) return false;
	if (refused.some((key) => key in schema)) return false;
	if (
		schema.type === undefined &&
		!("anyOf" in schema) &&
		!("enum" in schema) &&
		!("const" in schema) &&
		!("$ref" in schema)
	) {
		return false;
	}
	if (schema.type === "object") {
		const properties = object(schema.properties) ?? {};
		const required = new Set(array(schema.required));
		if (schema.additionalProperties !== false) return false;
		if (!Object.keys(properties).every((key) => required.has(key))) return false;
		if (!Object.values(properties).every(isStrict)) return false;
	}
	if ("items" in schema && !isStrict(schema.items)) return false;
	if ("anyOf" in schema && !array(schema.anyOf).every(isStrict)) return false;
	const definitions = { ...object(schema.$defs), ...object(schema.definitions) };
	return Object.values(definitions).every(isStrict);
}
