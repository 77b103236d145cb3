"use client";
import { useState } from "react";
import type { Probe, ProbeStep } from "@/server/domain/project-config.ts";
import { Field } from "../../ui/field";
import { Textarea } from "../../ui/input";
import { parseSteps, printSteps } from "./steps-text";

/** The steps of a visit as JSON, one a line, checked while typing; what doesn't parse stays here and changes nothing. */
export function StepsPane({ probe, onChange }: { probe: Probe; onChange: (steps: ProbeStep[]) => void }) {
	const [typed, setTyped] = useState<string | null>(null);
	const text = typed ?? printSteps(probe.steps);
	const parsed = parseSteps(text);
	const id = `probe-${probe.id}-steps`;
	return (
		<Field id={id} label="Steps, as JSON" problems={parsed.problems}>
			<Textarea
				id={id}
				mono
				className="text-xs"
				rows={Math.min(14, Math.max(3, text.split("\n").length))}
				value={text}
				aria-invalid={parsed.problems.length > 0 || undefined}
				onChange={(event) => {
					setTyped(event.target.value);
					const next = parseSteps(event.target.value);
					if (next.steps) onChange(next.steps);
				}}
				onBlur={() => {
					if (parsed.steps) setTyped(null);
				}}
			/>
		</Field>
	);
}
