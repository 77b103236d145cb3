import { type Role, roles } from "@/server/domain/role.ts";
import type { Usage } from "@/server/domain/usage.ts";

/** Tokens of one call over its exclusive buckets (reasoning is a part of output); null when none of them is known. */
export function totalTokens(usage: Usage | null | undefined): number | null {
	if (!usage) return null;
	const parts = [usage.input, usage.cacheRead, usage.cacheWrite, usage.output];
	if (parts.every((part) => part === null)) return null;
	return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Tokens of all roles of a loop; null when none is known. */
export function totalOfRoles(usage: Partial<Record<Role, Usage>>): number | null {
	let sum: number | null = null;
	for (const role of roles) {
		const tokens = totalTokens(usage[role]);
		if (tokens !== null) sum = (sum ?? 0) + tokens;
	}
	return sum;
}
