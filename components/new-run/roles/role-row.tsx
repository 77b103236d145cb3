"use client";
import type { HarnessStatus } from "@/server/domain/doctor-view.ts";
import type { ProtocolDefinition } from "@/server/domain/protocol.ts";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { ProblemList } from "../../ui/problem-list";
import { Select } from "../../ui/select";
import type { Player } from "../form-state";
import type { PartProps } from "../part-props";
import { problemsAt } from "../problems-at";
import { harnessState } from "./harness-state";

const ownDefault = "(default)";

/** One role: its harness with what is installed and logged in, its model, its effort. */
export function RoleRow({
	definition,
	form,
	change,
	start,
	checked,
}: PartProps & { definition: ProtocolDefinition["roles"][number] }) {
	const { role, title, does, access } = definition;
	const player = form.players[role] ?? { harness: "", model: "", effort: "", settings: {} };
	const harness = start.doctor.harnesses.find(({ id }) => id === player.harness);
	const set = (part: Partial<Player>) =>
		change({ players: { ...form.players, [role]: { ...player, ...part } } });
	const at = (field: string) => problemsAt(checked.problems, `bindings.${role}.${field}`);
	const named = ["harness", "model", "effort"].flatMap(at);
	const rest = problemsAt(checked.problems, `bindings.${role}`).filter((problem) => !named.includes(problem));
	const warnings = problemsAt(checked.warnings, `bindings.${role}`);
	return (
		<div className="grid gap-x-4 gap-y-2 md:grid-cols-[minmax(0,11fr)_minmax(0,10fr)_minmax(0,10fr)_104px]">
			<div className="min-w-0">
				<p className="font-medium">
					{title} <span className="text-xs font-normal text-ink-3">{access}</span>
				</p>
				<p className="text-xs text-ink-3">{does}</p>
			</div>
			<Field id={`${role}-harness`} label="Harness" problems={at("harness")}>
				<Select
					id={`${role}-harness`}
					label={`Harness of the ${title}`}
					value={player.harness}
					invalid={at("harness").length > 0}
					options={start.doctor.harnesses.map((entry) => ({
						value: entry.id,
						label: entry.title,
						hint: entry.installed ? harnessState(entry) : `not installed: ${entry.installHint ?? ""}`,
						disabled: !entry.installed,
					}))}
					onChange={(id) => set(freshPlayer(start.doctor.harnesses.find((entry) => entry.id === id)))}
				/>
				{harness ? <p className="text-xs text-ink-3">{harnessState(harness)}</p> : null}
			</Field>
			<Field
				id={`${role}-model`}
				label={harness?.scenarios.length ? "Scenario" : "Model"}
				problems={at("model")}
				hint={harness?.scenarios.length ? undefined : harness?.modelHint}
			>
				<ModelControl
					id={`${role}-model`}
					title={title}
					harness={harness}
					value={player.model}
					invalid={at("model").length > 0}
					onChange={(model) => set({ model })}
				/>
			</Field>
			{harness && harness.efforts.length > 0 ? (
				<Field id={`${role}-effort`} label="Effort" problems={at("effort")}>
					<Select
						id={`${role}-effort`}
						label={`Effort of the ${title}`}
						value={player.effort || ownDefault}
						options={[ownDefault, ...harness.efforts].map((value) => ({ value, label: value }))}
						onChange={(effort) => set({ effort: effort === ownDefault ? "" : effort })}
					/>
				</Field>
			) : null}
			<div className="md:col-span-3 md:col-start-2">
				<ProblemList problems={rest} />
				<ProblemList problems={warnings} tone="warning" showWhere={false} />
			</div>
		</div>
	);
}

function ModelControl({
	id,
	title,
	harness,
	value,
	invalid,
	onChange,
}: {
	id: string;
	title: string;
	harness: HarnessStatus | undefined;
	value: string;
	invalid: boolean;
	onChange: (model: string) => void;
}) {
	if (harness && harness.scenarios.length > 0) {
		return (
			<Select
				id={id}
				label={`Scenario of the ${title}`}
				value={value || null}
				invalid={invalid}
				options={harness.scenarios.map((scenario) => ({ value: scenario.id, label: scenario.title }))}
				onChange={onChange}
			/>
		);
	}
	return (
		<Input
			id={id}
			mono
			value={value}
			spellCheck={false}
			aria-invalid={invalid || undefined}
			placeholder={harness?.modelRequired ? "" : "its own default"}
			onChange={(event) => onChange(event.target.value)}
		/>
	);
}

/** Another harness has other models: start from its own default. */
function freshPlayer(harness: HarnessStatus | undefined): Player {
	return {
		harness: harness?.id ?? "",
		model: harness?.scenarios[0]?.id ?? "",
		effort: "",
		settings: {},
	};
}
