"use client";
import { Plus } from "lucide-react";
import type { Check } from "@/server/domain/project-config.ts";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import type { EditorProps } from "./editor-props";
import { ListInput } from "./list-input";
import { freeId, replaceAt } from "./lists";
import { RemoveButton } from "./remove-button";

/** Commands that the runtime runs on each candidate; exit 0 is pass. */
export function ChecksEditor({ project, set }: EditorProps) {
	const { checks } = project;
	const add = () => {
		const id = freeId(
			"check",
			checks.map((check) => check.id),
		);
		const check: Check = {
			id,
			run: "",
			required: true,
			timeoutSeconds: 120,
			outputs: [],
			environment: {},
			criteria: [],
		};
		set({ checks: [...checks, check] });
	};
	return (
		<>
			{checks.map((check, index) => (
				<CheckEditor
					// biome-ignore lint/suspicious/noArrayIndexKey: ids are being typed; the place is what stays
					key={index}
					check={check}
					onChange={(next) => set({ checks: replaceAt(checks, index, next) })}
				/>
			))}
			<Button onClick={add}>
				<Plus aria-hidden />
				Check
			</Button>
		</>
	);
}

function CheckEditor({ check, onChange }: { check: Check; onChange: (next: Check | null) => void }) {
	const field = `check-${check.id}`;
	return (
		<fieldset className="space-y-2 border-l-2 border-rule pl-3">
			<div className="flex gap-2">
				<Input
					mono
					className="w-36 shrink-0"
					aria-label="Id of the check"
					value={check.id}
					onChange={(event) => onChange({ ...check, id: event.target.value })}
				/>
				<Input
					mono
					aria-label={`Command of ${check.id}`}
					placeholder="npm test"
					value={check.run}
					spellCheck={false}
					onChange={(event) => onChange({ ...check, run: event.target.value })}
				/>
				<RemoveButton what={`the check ${check.id}`} onClick={() => onChange(null)} />
			</div>
			<div className="flex flex-wrap items-end gap-x-4 gap-y-2">
				<Field id={`${field}-criteria`} label="Speaks for criteria" className="min-w-48 flex-1">
					<ListInput
						id={`${field}-criteria`}
						value={check.criteria}
						onChange={(criteria) => onChange({ ...check, criteria })}
					/>
				</Field>
				<Field id={`${field}-outputs`} label="Files that become evidence" className="min-w-48 flex-1">
					<ListInput
						id={`${field}-outputs`}
						value={check.outputs}
						placeholder="report.xml"
						onChange={(outputs) => onChange({ ...check, outputs })}
					/>
				</Field>
				<Field id={`${field}-timeout`} label="Seconds">
					<Input
						id={`${field}-timeout`}
						mono
						type="number"
						min={1}
						className="w-20"
						value={check.timeoutSeconds}
						onChange={(event) => onChange({ ...check, timeoutSeconds: event.target.valueAsNumber || 0 })}
					/>
				</Field>
				<div className="pb-1.5">
					<Checkbox
						checked={check.required}
						label="required"
						onChange={(required) => onChange({ ...check, required })}
					/>
				</div>
			</div>
		</fieldset>
	);
}
