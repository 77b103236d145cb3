"use client";
import { Plus } from "lucide-react";
import { type Probe, probeSchema } from "@/server/domain/project-config.ts";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import type { EditorProps } from "./editor-props";
import { ListInput } from "./list-input";
import { freeId, replaceAt } from "./lists";
import { RemoveButton } from "./remove-button";
import { StepsPane } from "./steps-pane";

/** Scripted visits by the runtime's own browser; each ends with a picture. */
export function ProbesEditor({ project, set }: EditorProps) {
	const { probes } = project;
	const add = () => {
		const id = freeId(
			"probe",
			probes.map((probe) => probe.id),
		);
		set({ probes: [...probes, probeSchema.parse({ id })] });
	};
	return (
		<>
			{probes.length > 0 ? (
				<p className="max-w-2xl text-xs text-ink-3">
					Steps: goto, click, fill, press, wait, evaluate, screenshot, e.g.{" "}
					<span className="num">{'{ "do": "press", "key": "ArrowLeft" }'}</span>. The last state is always
					photographed.
				</p>
			) : null}
			{probes.map((probe, index) => (
				<ProbeEditor
					// biome-ignore lint/suspicious/noArrayIndexKey: ids are being typed; the place is what stays
					key={index}
					probe={probe}
					onChange={(next) => set({ probes: replaceAt(probes, index, next) })}
				/>
			))}
			<Button onClick={add}>
				<Plus aria-hidden />
				Probe
			</Button>
		</>
	);
}

function ProbeEditor({ probe, onChange }: { probe: Probe; onChange: (next: Probe | null) => void }) {
	const field = `probe-${probe.id}`;
	const whole = (event: { target: HTMLInputElement }) => event.target.valueAsNumber || 0;
	return (
		<fieldset className="space-y-2 border-l-2 border-rule pl-3">
			<div className="flex flex-wrap gap-2 sm:flex-nowrap">
				<Input
					mono
					className="w-36 shrink-0 max-sm:flex-1"
					aria-label="Id of the probe"
					value={probe.id}
					onChange={(event) => onChange({ ...probe, id: event.target.value })}
				/>
				<Input
					className="max-sm:order-last max-sm:w-full"
					aria-label={`Title of ${probe.id}`}
					placeholder="Title"
					value={probe.title ?? ""}
					onChange={(event) => {
						const { title: _title, ...rest } = probe;
						onChange(event.target.value === "" ? rest : { ...rest, title: event.target.value });
					}}
				/>
				<RemoveButton what={`the probe ${probe.id}`} onClick={() => onChange(null)} />
			</div>
			<div className="flex flex-wrap items-end gap-x-4 gap-y-2">
				<Field id={`${field}-path`} label="Path" className="min-w-32 flex-1">
					<Input
						id={`${field}-path`}
						mono
						value={probe.path}
						onChange={(event) => onChange({ ...probe, path: event.target.value })}
					/>
				</Field>
				<Field id={`${field}-width`} label="Width">
					<Input
						id={`${field}-width`}
						mono
						type="number"
						className="w-20"
						value={probe.viewport.width}
						onChange={(event) => onChange({ ...probe, viewport: { ...probe.viewport, width: whole(event) } })}
					/>
				</Field>
				<Field id={`${field}-height`} label="Height">
					<Input
						id={`${field}-height`}
						mono
						type="number"
						className="w-20"
						value={probe.viewport.height}
						onChange={(event) =>
							onChange({ ...probe, viewport: { ...probe.viewport, height: whole(event) } })
						}
					/>
				</Field>
				<Field id={`${field}-repeat`} label="Repeat">
					<Input
						id={`${field}-repeat`}
						mono
						type="number"
						min={1}
						max={5}
						className="w-16"
						value={probe.repeat}
						onChange={(event) => onChange({ ...probe, repeat: whole(event) })}
					/>
				</Field>
				<div className="flex gap-4 pb-1.5">
					<Checkbox
						checked={probe.required}
						label="required"
						onChange={(required) => onChange({ ...probe, required })}
					/>
					<Checkbox
						checked={probe.failOnConsoleError}
						label="console errors fail it"
						onChange={(failOnConsoleError) => onChange({ ...probe, failOnConsoleError })}
					/>
				</div>
			</div>
			<Field id={`${field}-criteria`} label="Speaks for criteria">
				<ListInput
					id={`${field}-criteria`}
					value={probe.criteria}
					onChange={(criteria) => onChange({ ...probe, criteria })}
				/>
			</Field>
			<StepsPane probe={probe} onChange={(steps) => onChange({ ...probe, steps })} />
		</fieldset>
	);
}
