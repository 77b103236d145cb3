import { z } from "zod";
import { mcpServerProblems } from "./mcp-servers.ts";

export const roles = ["planner", "developer", "tester"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export const accessSchema = z.enum(["read-only", "read-write"]);
export type Access = z.infer<typeof accessSchema>;

/** Only a developer-like role may ever write (design §5.1). */
export const mayWrite: Record<Role, boolean> = { planner: false, developer: true, tester: false };

/**
 * Which harness plays a role. `model` is the harness's own word for a model; for `scripted` it names the scenario,
 * for `command` it is the command line. `settings` is checked by the harness's own schema.
 */
export const bindingSchema = z.strictObject({
	harness: z.string().min(1),
	model: z.string().min(1).nullable().default(null),
	effort: z.string().min(1).nullable().default(null),
	access: accessSchema,
	settings: z.record(z.string(), z.json()).default({}),
});
export type Binding = z.infer<typeof bindingSchema>;

export const bindingsSchema = z.partialRecord(roleSchema, bindingSchema).superRefine((bindings, context) => {
	for (const role of roles) {
		const binding = bindings[role];
		if (binding?.access === "read-write" && !mayWrite[role]) {
			context.addIssue({
				code: "custom",
				path: [role, "access"],
				message: `the ${role} can't be read-write: only the developer may change the workspace`,
			});
		}
		if (binding === undefined || mayWrite[role]) continue;
		for (const problem of mcpServerProblems(binding.settings, "read-only")) {
			context.addIssue({
				code: "custom",
				path: [role, "settings", ...problem.path],
				message: problem.message,
			});
		}
	}
});
export type Bindings = z.infer<typeof bindingsSchema>;
