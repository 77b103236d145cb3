"use client";
import { flatBudgets } from "@/server/domain/budgets.ts";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Section } from "../ui/section";
import { Segmented } from "../ui/segmented";
import type { PartProps } from "./part-props";
import { isAt, problemsAt } from "./problems-at";

const main = [
	{ place: "tokens", label: "Tokens of the whole run" },
	{ place: "costUsd", label: "Cost of the whole run, US dollars" },
	{ place: "wallMinutes", label: "Minutes at work of the whole run" },
	{ place: "invocations", label: "Calls of the whole run" },
	{ place: "invocationMinutes", label: "Minutes of one call" },
	{ place: "idleMinutes", label: "Minutes without a sign of life" },
] as const;
const more = [
	{ place: "perLoop.tokens", label: "Tokens of each loop" },
	{ place: "perLoop.costUsd", label: "Cost of each loop, US dollars" },
	{ place: "perLoop.wallMinutes", label: "Minutes of each loop" },
	{ place: "perRole.planner.tokens", label: "Tokens of the planner" },
	{ place: "perRole.developer.tokens", label: "Tokens of the developer" },
	{ place: "perRole.tester.tokens", label: "Tokens of the tester" },
	{ place: "perInvocation.tokens", label: "Tokens of one call" },
	{ place: "perInvocation.turns", label: "Turns of one call" },
	{ place: "perInvocation.memoryMegabytes", label: "Memory of one call, MB" },
	{ place: "perInvocation.processes", label: "Processes of one call" },
	{ place: "perInvocation.cpuMinutes", label: "Processor minutes of one call" },
	{ place: "diskMegabytes", label: "Disk of the whole run, MB" },
] as const;

/** Limits at which the run pauses or ends before its next call, with what it has. */
export function Budgets(props: PartProps) {
	const { form, change, checked } = props;
	const inherited = form.project?.budgets ?? checked.draft?.project.budgets ?? {};
	const action = form.budgets.onExhausted ?? inherited.onExhausted ?? "pause";
	const moreSet = more.some(
		({ place }) => form.budgets[place] || checked.problems.some((one) => isAt(one, [`budgets.${place}`])),
	);
	return (
		<Section
			id="budgets"
			title="Budgets"
			aside={<span className="text-xs text-ink-3">empty = no limit; a warning comes at 80 %</span>}
		>
			<div className="space-y-4">
				<Limits limits={main} {...props} />
				<details open={moreSet || undefined}>
					<summary className="cursor-pointer text-sm text-ink-2">
						Limits of each loop, role and call, and of disk
					</summary>
					<div className="pt-3">
						<Limits limits={more} {...props} />
					</div>
				</details>
				<div className="space-y-1">
					<p className="label">When a budget is used up</p>
					<Segmented
						label="When a budget is used up"
						value={action}
						onChange={(onExhausted) => change({ budgets: { ...form.budgets, onExhausted } })}
						options={[
							{ value: "pause", label: "Pause", title: "before the next call; raise the budget to go on" },
							{ value: "stop", label: "End the run" },
						]}
					/>
				</div>
			</div>
		</Section>
	);
}

function Limits({
	limits,
	form,
	change,
	checked,
}: PartProps & { limits: readonly { place: string; label: string }[] }) {
	const inherited = flatBudgets(form.project?.budgets ?? checked.draft?.project.budgets ?? {});
	return (
		<div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 xl:grid-cols-3">
			{limits.map(({ place, label }) => {
				const problems = problemsAt(checked.problems, `budgets.${place}`, `project.budgets.${place}`);
				return (
					<Field key={place} id={`budget-${place}`} label={label} problems={problems}>
						<Input
							id={`budget-${place}`}
							mono
							inputMode="decimal"
							value={form.budgets[place] ?? ""}
							placeholder={inherited[place] === undefined ? "no limit" : String(inherited[place])}
							aria-invalid={problems.length > 0 || undefined}
							onChange={(event) => change({ budgets: { ...form.budgets, [place]: event.target.value } })}
						/>
					</Field>
				);
			})}
		</div>
	);
}
