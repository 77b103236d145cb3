"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { StartRunInput } from "@/server/domain/run.ts";
import type { NewRunView } from "@/server/domain/views.ts";
import { useKeys } from "../keys/use-keys";
import { useApi } from "../live/api";
import { Budgets } from "./budgets";
import { type FormState, formFromSettings, initialForm, toStartInput } from "./form-state";
import { ProductPart } from "./product/product-part";
import { ProtocolPart } from "./protocol-part";
import { RolesPart } from "./roles/roles-part";
import { forgetForm, readSavedForm, saveForm } from "./saved-form";
import { SourcePart } from "./source/source-part";
import { StartPanel } from "./start-panel";
import { problemsOfError, useCheckedForm } from "./use-checked-form";

/** The whole form. Each change is kept in this tab at once, so a reload loses nothing. */
export function NewRunForm({
	start,
	copied,
	settings,
}: {
	start: NewRunView;
	copied: string | null;
	settings: StartRunInput | null;
}) {
	const router = useRouter();
	const [form, setForm] = useState<FormState>(
		() => readSavedForm(copied) ?? (settings ? formFromSettings(settings, start) : initialForm(start)),
	);
	const change = (part: Partial<FormState>) => {
		const next = { ...form, ...part };
		setForm(next);
		saveForm(copied, next);
	};
	const checked = useCheckedForm(form, start);
	const protocol = start.protocols.find((candidate) => candidate.id === form.protocol);
	const begin = useMutation(
		useApi().runs.start.mutationOptions({
			meta: { quiet: true },
			onSuccess: ({ runId }) => {
				forgetForm(copied);
				router.push(`/runs/${runId}`);
			},
		}),
	);
	const submit = () => begin.mutate(toStartInput(form, protocol));
	useKeys("New run", [{ key: "mod+enter", label: "Start the run", everywhere: true, run: submit }]);
	const refused = begin.error ? (problemsOfError(begin.error) ?? []) : [];
	const problems = checked.problems.length > 0 ? checked.problems : refused;
	const part = { form, change, start, checked: { ...checked, problems } };
	return (
		<div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_280px]">
			<div className="min-w-0 space-y-8">
				<SourcePart {...part} />
				<ProtocolPart {...part} />
				<RolesPart {...part} />
				<ProductPart {...part} />
				<Budgets {...part} />
			</div>
			<StartPanel
				checked={part.checked}
				start={start}
				form={form}
				starting={begin.isPending || begin.isSuccess}
				onStart={submit}
				onClear={() => change(initialForm(start))}
			/>
		</div>
	);
}
