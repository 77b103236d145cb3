"use client";
import { FileText } from "lucide-react";
import { useRef } from "react";
import { formatBytes } from "../../format/number";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input, Textarea } from "../../ui/input";
import { nameFromSpec } from "../form-state";
import type { PartProps } from "../part-props";

/** A spec as text: typed, pasted, or out of a file. */
export function SpecSource({ form, change }: PartProps) {
	const file = useRef<HTMLInputElement>(null);
	const bytes = new TextEncoder().encode(form.text).length;
	const open = async (chosen: File | undefined) => {
		if (!chosen) return;
		change({ text: await chosen.text(), name: form.name });
	};
	return (
		<>
			<Field
				id="spec-text"
				label="What must the product do?"
				hint="Markdown. One page is enough: the planner proposes criteria, checks and screens to visit from it."
			>
				<Textarea
					id="spec-text"
					mono
					rows={14}
					className="text-xs"
					value={form.text}
					placeholder={"# Lantern\n\nA browser game about light. The player…"}
					onChange={(event) => change({ text: event.target.value })}
				/>
			</Field>
			<div className="flex flex-wrap items-end gap-3">
				<Field id="spec-name" label="Name of the project" className="w-60">
					<Input
						id="spec-name"
						value={form.name}
						placeholder={nameFromSpec(form.text)}
						maxLength={80}
						onChange={(event) => change({ name: event.target.value })}
					/>
				</Field>
				<Button size="md" onClick={() => file.current?.click()}>
					<FileText aria-hidden />
					Open a file…
				</Button>
				<input
					ref={file}
					type="file"
					accept=".md,.markdown,.txt,text/*"
					hidden
					onChange={(event) => void open(event.target.files?.[0])}
				/>
				<span className="ml-auto pb-1.5 text-xs text-ink-3">{formatBytes(bytes)} of 1.0 MB</span>
			</div>
		</>
	);
}
