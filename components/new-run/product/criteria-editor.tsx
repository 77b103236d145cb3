"use client";
import { Plus } from "lucide-react";
import type { Criterion, Phase } from "@/server/domain/project-config.ts";
import { Button } from "../../ui/button";
import { Input } from "../../ui/input";
import { Select } from "../../ui/select";
import type { EditorProps } from "./editor-props";
import { freeId, replaceAt } from "./lists";
import { RemoveButton } from "./remove-button";

const kinds = [
	{ value: "criterion", label: "criterion", hint: "reached in its phase" },
	{ value: "constraint", label: "constraint", hint: "holds in every loop" },
	{ value: "optional", label: "optional", hint: "doesn't block acceptance" },
];

/** Phases with their criteria: what must be observable for the product to count as complete. */
export function CriteriaEditor({ project, set }: EditorProps) {
	const { phases } = project;
	const taken = phases.flatMap((phase) => phase.criteria.map(({ id }) => id));
	const fresh = (): Criterion => ({
		id: freeId("criterion", taken),
		statement: "",
		kind: "criterion",
		blocking: true,
	});
	const addPhase = () => {
		const id = freeId(
			"phase",
			phases.map((phase) => phase.id),
		);
		set({ phases: [...phases, { id, title: "", criteria: [fresh()] }] });
	};
	return (
		<>
			{phases.map((phase, index) => (
				<PhaseEditor
					// biome-ignore lint/suspicious/noArrayIndexKey: ids are being typed; the place is what stays
					key={index}
					phase={phase}
					fresh={fresh}
					onChange={(next) => set({ phases: replaceAt(phases, index, next) })}
				/>
			))}
			<Button onClick={addPhase}>
				<Plus aria-hidden />
				Phase
			</Button>
		</>
	);
}

function PhaseEditor({
	phase,
	fresh,
	onChange,
}: {
	phase: Phase;
	fresh: () => Criterion;
	onChange: (next: Phase | null) => void;
}) {
	return (
		<fieldset className="space-y-1.5">
			<div className="flex gap-2">
				<Input
					mono
					className="w-36 shrink-0"
					aria-label="Id of the phase"
					value={phase.id}
					onChange={(event) => onChange({ ...phase, id: event.target.value })}
				/>
				<Input
					className="font-medium"
					aria-label="Title of the phase"
					placeholder="Title of the phase"
					value={phase.title}
					onChange={(event) => onChange({ ...phase, title: event.target.value })}
				/>
				<RemoveButton what={`the phase ${phase.id}`} onClick={() => onChange(null)} />
			</div>
			<div className="space-y-1.5 md:pl-6">
				{phase.criteria.map((criterion, index) => (
					<CriterionRow
						// biome-ignore lint/suspicious/noArrayIndexKey: ids are being typed; the place is what stays
						key={index}
						criterion={criterion}
						onChange={(next) => onChange({ ...phase, criteria: replaceAt(phase.criteria, index, next) })}
					/>
				))}
				<Button
					variant="quiet"
					onClick={() => onChange({ ...phase, criteria: [...phase.criteria, fresh()] })}
				>
					<Plus aria-hidden />
					Criterion
				</Button>
			</div>
		</fieldset>
	);
}

function CriterionRow({
	criterion,
	onChange,
}: {
	criterion: Criterion;
	onChange: (next: Criterion | null) => void;
}) {
	const choose = (kind: string) =>
		onChange({
			...criterion,
			kind: kind === "constraint" ? "constraint" : "criterion",
			blocking: kind !== "optional",
		});
	return (
		<div className="flex flex-wrap gap-2 sm:flex-nowrap">
			<Input
				mono
				className="w-36 shrink-0 max-sm:flex-1"
				aria-label="Id of the criterion"
				value={criterion.id}
				onChange={(event) => onChange({ ...criterion, id: event.target.value })}
			/>
			<Input
				className="max-sm:order-last max-sm:w-full"
				aria-label={`What ${criterion.id} says`}
				placeholder="What must be observable"
				value={criterion.statement}
				onChange={(event) => onChange({ ...criterion, statement: event.target.value })}
			/>
			<Select
				label={`Kind of ${criterion.id}`}
				className="w-28 shrink-0"
				value={criterion.blocking ? criterion.kind : "optional"}
				options={kinds}
				onChange={choose}
			/>
			<RemoveButton what={`the criterion ${criterion.id}`} onClick={() => onChange(null)} />
		</div>
	);
}
