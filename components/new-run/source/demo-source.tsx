"use client";
import { RadioGroup } from "radix-ui";
import { demoSettings } from "../demo-settings";
import { withDemo } from "../form-state";
import type { PartProps } from "../part-props";
import { SpecPreview } from "./folder-source";

/** Bundled projects: they play by script, so they need no model and no key, yet everything in them is really built. */
export function DemoSource({ form, change, start, checked }: PartProps) {
	return (
		<>
			<RadioGroup.Root
				aria-label="Bundled project"
				value={form.demo}
				onValueChange={(id) => change(withDemo(form, demoSettings(start, id)))}
				className="space-y-2"
			>
				{start.demos.map((demo) => (
					<div key={demo.id} className="flex items-start gap-2">
						<RadioGroup.Item
							id={`demo-${demo.id}`}
							value={demo.id}
							className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-rule-strong bg-raised"
						>
							<RadioGroup.Indicator className="size-2 rounded-full bg-ink" />
						</RadioGroup.Item>
						<label htmlFor={`demo-${demo.id}`}>
							<span className="font-medium">{demo.title}</span>
							<span className="block max-w-xl text-ink-2">{demo.summary}</span>
						</label>
					</div>
				))}
			</RadioGroup.Root>
			{checked.draft ? <SpecPreview text={checked.draft.specText} /> : null}
		</>
	);
}
