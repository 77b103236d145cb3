"use client";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Section } from "../ui/section";
import type { PartProps } from "./part-props";
import { problemsAt } from "./problems-at";

const limits = [
	{ name: "tokens", label: "Tokens of the whole run" },
	{ name: "costUsd", label: "Cost of the whole run, US dollars" },
	{ name: "wallMinutes", label: "Minutes of the whole run" },
	{ name: "invocations", label: "Calls of the whole run" },
	{ name: "invocationMinutes", label: "Minutes of one call" },
	{ name: "idleMinutes", label: "Minutes without a sign of life" },
] as const;

/** Limits after which the run ends by itself, with what it has. */
export function Budgets({ form, change, checked }: PartProps) {
	const inherited = form.project?.budgets ?? checked.draft?.project.budgets ?? {};
	return (
		<Section
			id="budgets"
			title="Budgets"
			aside={<span className="text-xs text-ink-3">empty = no limit</span>}
		>
			<div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 xl:grid-cols-3">
				{limits.map(({ name, label }) => {
					const problems = problemsAt(checked.problems, `budgets.${name}`, `project.budgets.${name}`);
					return (
						<Field key={name} id={`budget-${name}`} label={label} problems={problems}>
							<Input
								id={`budget-${name}`}
								mono
								inputMode="decimal"
								value={form.budgets[name] ?? ""}
								placeholder={inherited[name] === undefined ? "no limit" : String(inherited[name])}
								aria-invalid={problems.length > 0 || undefined}
								onChange={(event) => change({ budgets: { ...form.budgets, [name]: event.target.value } })}
							/>
						</Field>
					);
				})}
			</div>
		</Section>
	);
}
