import { type Binding, type Bindings, type Role, roles } from "@/server/domain/role.ts";

export const roleTitles: Record<Role, string> = { planner: "Planner", developer: "Developer", tester: "QA" };

/** The roles that are bound, in the order of a loop. */
export function playersOf(bindings: Bindings): { role: Role; title: string; binding: Binding }[] {
	return roles.flatMap((role) => {
		const binding = bindings[role];
		return binding ? [{ role, title: roleTitles[role], binding }] : [];
	});
}
