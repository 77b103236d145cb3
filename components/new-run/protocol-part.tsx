"use client";
import type { ProtocolDefinition } from "@/server/domain/protocol.ts";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { ProblemList } from "../ui/problem-list";
import { Section } from "../ui/section";
import { Select } from "../ui/select";
import type { PartProps } from "./part-props";
import { problemsAt } from "./problems-at";

/** Which loop is run, and its options as its definition lists them. */
export function ProtocolPart(props: PartProps) {
	const { form, change, start, checked } = props;
	const protocol = start.protocols.find((candidate) => candidate.id === form.protocol);
	return (
		<Section id="protocol" title="Protocol">
			<div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<div className="space-y-2">
					<Field id="protocol-id" label="How a loop goes" problems={problemsAt(checked.problems, "protocol")}>
						<Select
							id="protocol-id"
							label="Protocol"
							value={form.protocol}
							options={start.protocols.map(({ id, title, summary }) => ({
								value: id,
								label: title,
								hint: summary,
							}))}
							onChange={(next) => change({ protocol: next })}
						/>
					</Field>
					<p className="text-ink-2">{protocol?.summary}</p>
					<p className="text-xs text-ink-3">{protocol?.stages.join(" → ")}</p>
				</div>
				<div className="space-y-2.5">
					{protocol?.options.length === 0 ? <p className="text-ink-3">It has no options.</p> : null}
					{protocol?.options.map((option) => (
						<OptionField key={option.key} option={option} {...props} />
					))}
				</div>
			</div>
		</Section>
	);
}

function OptionField({
	option,
	form,
	change,
	start,
	checked,
}: PartProps & { option: ProtocolDefinition["options"][number] }) {
	const value = form.options[option.key];
	const set = (next: unknown) => change({ options: { ...form.options, [option.key]: next } });
	const problems = problemsAt(checked.problems, `options.${option.key}`);
	if (typeof start.defaults.options[option.key] === "number") {
		return (
			<Field id={`option-${option.key}`} label={option.label} hint={option.help} problems={problems}>
				<Input
					id={`option-${option.key}`}
					mono
					type="number"
					min={1}
					className="w-24"
					value={typeof value === "number" ? value : ""}
					aria-invalid={problems.length > 0 || undefined}
					onChange={(event) => set(event.target.value === "" ? null : event.target.valueAsNumber)}
				/>
			</Field>
		);
	}
	return (
		<div>
			<Checkbox checked={value === true} onChange={set} label={option.label} hint={option.help} />
			<ProblemList problems={problems} showWhere={false} />
		</div>
	);
}
