"use client";
import { ProblemList } from "../../ui/problem-list";
import { Section } from "../../ui/section";
import { Segmented } from "../../ui/segmented";
import { demoSettings } from "../demo-settings";
import { initialForm, withDemo } from "../form-state";
import type { PartProps } from "../part-props";
import { partOf } from "../problems-at";
import { DemoSource } from "./demo-source";
import { FolderSource } from "./folder-source";
import { SpecSource } from "./spec-source";

const kinds = [
	{ value: "spec", label: "Paste a spec" },
	{ value: "folder", label: "Pick a folder" },
	{ value: "demo", label: "Demo" },
] as const;

/** Places that are the fields right above; others (a line of a file) are named. */
const ownFields = /^(spec|source|name)\b/;

/** Where the product's spec comes from. */
export function SourcePart(props: PartProps) {
	const { form, change, start, checked } = props;
	// the demo brings the players that know its script; elsewhere they would have nothing to say
	const choose = (kind: typeof form.kind) => {
		if (kind === "demo") return withDemo(form, demoSettings(start, form.demo));
		const { players } = form.kind === "demo" ? initialForm(start) : form;
		return { kind, players, project: null };
	};
	const options = kinds.filter((kind) => kind.value !== "demo" || start.demos.length > 0);
	// an untouched form isn't wrong yet
	const untouched = form.kind === "spec" && form.text === "";
	const problems = untouched ? [] : checked.problems.filter((problem) => partOf(problem) === "spec");
	return (
		<Section
			id="spec"
			title="Spec"
			aside={
				<Segmented
					label="Where the spec comes from"
					value={form.kind}
					options={[...options]}
					onChange={(kind) => change(choose(kind))}
				/>
			}
		>
			<div className="space-y-3">
				{form.kind === "spec" ? (
					<SpecSource {...props} />
				) : form.kind === "folder" ? (
					<FolderSource {...props} />
				) : (
					<DemoSource {...props} />
				)}
				<ProblemList
					problems={problems.filter((problem) => ownFields.test(problem.where))}
					showWhere={false}
				/>
				<ProblemList problems={problems.filter((problem) => !ownFields.test(problem.where))} />
			</div>
		</Section>
	);
}
