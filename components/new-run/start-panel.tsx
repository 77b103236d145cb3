"use client";
import type { NewRunView } from "@/server/domain/views.ts";
import { plural } from "../format/number";
import { Button } from "../ui/button";
import { Key } from "../ui/key";
import { ProblemList } from "../ui/problem-list";
import type { FormState } from "./form-state";
import { InlineDoctor } from "./inline-doctor";
import { formParts, partOf } from "./problems-at";
import type { CheckedForm } from "./use-checked-form";

/** Beside the form: what is still wrong, what this machine can do, and the button. */
export function StartPanel({
	checked,
	start,
	form,
	starting,
	onStart,
	onClear,
}: {
	checked: CheckedForm;
	start: NewRunView;
	form: FormState;
	starting: boolean;
	onStart: () => void;
	onClear: () => void;
}) {
	const { problems, warnings, checking } = checked;
	const machine = warnings.filter(({ where }) => !where.startsWith("bindings"));
	return (
		<aside className="h-fit space-y-5 lg:sticky lg:top-16" aria-label="Start">
			<div className="space-y-2">
				<Button
					variant="primary"
					size="md"
					className="w-full"
					disabled={problems.length > 0 || checking || starting}
					onClick={onStart}
				>
					{starting ? "Starting…" : "Start the run"}
				</Button>
				<p className="flex items-center justify-between text-xs text-ink-3">
					<span aria-live="polite">{verdictOf(checked)}</span>
					<Key>⌘ ↵</Key>
				</p>
			</div>
			{problems.length > 0 ? (
				<ul className="space-y-1 text-xs">
					{formParts.map(({ id, title }) => {
						const count = problems.filter((problem) => partOf(problem) === id).length;
						return count === 0 ? null : (
							<li key={id}>
								<a href={`#${id}`} className="text-fail underline underline-offset-2">
									{title}: {plural(count, "problem")}
								</a>
							</li>
						);
					})}
				</ul>
			) : null}
			<ProblemList problems={machine} tone="warning" showWhere={false} />
			<InlineDoctor start={start} form={form} />
			<Button variant="quiet" className="-ml-2.5" onClick={onClear}>
				Clear the form
			</Button>
		</aside>
	);
}

function verdictOf({ problems, checking }: CheckedForm): string {
	if (checking) return "checking…";
	return problems.length === 0 ? "ready" : `${plural(problems.length, "thing")} to mend`;
}
