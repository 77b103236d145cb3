import { DomainError } from "../domain/errors.ts";
import { type Binding, mayWrite, type Role } from "../domain/role.ts";
import type { InvokeEffect } from "./invoke.ts";
import type { RunContext } from "./run-context.ts";

/** The binding of a role. The last of three places that refuse a second writer (design §5.1): form, store, here. */
export function bindingFor(context: RunContext, effect: InvokeEffect): Binding {
	const binding = context.config.bindings[effect.role];
	if (!binding)
		throw new DomainError("invalid_input", `The run binds no harness to the role ${effect.role}.`);
	refuseSecondWriter(effect.role, effect.access);
	if (effect.access === "read-write" && binding.access !== "read-write") {
		throw new DomainError("invalid_input", `The ${effect.role} is bound read-only but has to write.`);
	}
	return binding;
}

export function refuseSecondWriter(role: Role, access: InvokeEffect["access"]): void {
	if (access === "read-write" && !mayWrite[role]) {
		throw new DomainError(
			"invalid_input",
			`The ${role} can't be read-write: only the developer may change the workspace.`,
		);
	}
}
