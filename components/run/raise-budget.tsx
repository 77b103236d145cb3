"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { budgetLabel } from "@/server/domain/budget-label.ts";
import { nestBudgets } from "@/server/domain/budgets.ts";
import { limitsOf } from "@/server/domain/run-budgets.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { formatExact } from "../format/number";
import { useApi } from "../live/api";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

/** Gives a run more of what its budgets limit; a run that rests goes on with it. */
export function RaiseBudget({ view, primary = false }: { view: RunView; primary?: boolean }) {
	const limits = limitsOf(view);
	const reached = view.budgets.reached?.key ?? null;
	const [open, setOpen] = useState(false);
	const [typed, setTyped] = useState<Record<string, string>>({});
	const raise = useMutation(useApi().runs.raiseBudget.mutationOptions({ onSuccess: () => setOpen(false) }));
	const wanted = Object.entries(typed)
		.map(([key, text]) => [key, Number(text.replaceAll(/[\s_,]/g, ""))] as const)
		.filter(([key]) => (typed[key] ?? "").trim() !== "");
	const wrong = wanted.filter(([key, limit]) => !(limit > (limits[key] ?? 0))).map(([key]) => key);
	const send = (event: FormEvent) => {
		event.preventDefault();
		raise.mutate({ runId: view.runId, budgets: nestBudgets(Object.fromEntries(wanted)), resume: true });
	};
	const first = reached === null ? [] : [reached];
	const keys = [...first, ...Object.keys(limits).filter((key) => key !== reached && key !== "idleMinutes")];
	const change = (next: boolean) => {
		setOpen(next);
		raise.reset();
		setTyped(next && view.budgets.reached ? suggestion(view.budgets.reached) : {});
	};
	return (
		<Dialog
			open={open}
			onOpenChange={change}
			trigger={<Button variant={primary ? "primary" : "secondary"}>Raise a budget…</Button>}
			title="Raise a budget"
			description="The run's configuration stays as it was; what you give is recorded, and counts as help by a person."
			footer={
				<Button
					type="submit"
					form="raise-budget"
					variant="primary"
					size="md"
					disabled={wanted.length === 0 || wrong.length > 0 || raise.isPending}
				>
					{view.status === "paused" ? "Raise and go on" : "Raise"}
				</Button>
			}
		>
			<form id="raise-budget" onSubmit={send} className="space-y-3">
				{keys.map((key) => (
					<Field
						key={key}
						id={`raise-${key}`}
						label={budgetLabel(key)}
						hint={`now ${formatExact(limits[key] ?? null)}${key === reached ? ", used up" : ""}`}
						problems={wrong.includes(key) ? [{ where: key, what: "give more than now" }] : []}
					>
						<Input
							id={`raise-${key}`}
							mono
							inputMode="decimal"
							placeholder="as it is"
							value={typed[key] ?? ""}
							aria-invalid={wrong.includes(key) || undefined}
							onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
						/>
					</Field>
				))}
				{raise.error ? (
					<p role="alert" className="text-xs text-fail">
						{raise.error.message}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}

/** Twice as much, or half as much again as is used already where that is more. */
function suggestion({
	key,
	limit,
	used,
}: NonNullable<RunView["budgets"]["reached"]>): Record<string, string> {
	return { [key]: String(Math.max(2 * limit, Math.ceil(1.5 * (used ?? 0)))) };
}
