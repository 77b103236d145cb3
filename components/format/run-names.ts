import { type Binding, type Bindings, roles } from "@/server/domain/role.ts";

/** `loop 04`, as people write it. */
export function loopName(loop: number): string {
	return String(loop).padStart(2, "0");
}

/** `codex/gpt-5.5`; for harnesses without a model the harness alone. */
export function bindingName(binding: Binding): string {
	return binding.model === null ? binding.harness : `${binding.harness}/${binding.model}`;
}

/** `codex/gpt-5.5 ▸ claude/opus ▸ codex/gpt-5.5`, or one name when all roles are alike. */
export function bindingsName(bindings: Bindings): string {
	const names = roles.flatMap((role) => {
		const binding = bindings[role];
		return binding ? [bindingName(binding)] : [];
	});
	return new Set(names).size === 1 ? (names[0] ?? "") : names.join(" ▸ ");
}
