"use client";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ProjectConfig } from "@/server/domain/project-config.ts";
import { Button } from "../../ui/button";
import { ProblemList } from "../../ui/problem-list";
import { Section } from "../../ui/section";
import type { PartProps } from "../part-props";
import { problemsAt } from "../problems-at";
import { ChecksEditor } from "./checks-editor";
import { CriteriaEditor } from "./criteria-editor";
import { emptyProject } from "./empty-project";
import { ProbesEditor } from "./probes-editor";
import { projectProblems } from "./project-problems";
import { ServeEditor, SetupEditor } from "./serve-editor";

/** What QA goes by: criteria in phases, commands to run, screens to visit. What is left empty the planner proposes. */
export function ProductPart({ form, change, checked }: PartProps) {
	const project = form.project ?? checked.draft?.project ?? emptyProject;
	const set = (part: Partial<ProjectConfig>) => change({ project: { ...project, ...part } });
	// at once from the shared schema; the server's word may add what only it can know
	const problems = projectProblems(form.project, problemsAt(checked.problems, "project"));
	const editor = { project, set, problems };
	const criteria = project.phases.reduce((sum, phase) => sum + phase.criteria.length, 0);
	return (
		<Section
			id="product"
			title="What QA goes by"
			aside={
				form.project !== null ? (
					<Button variant="quiet" className="-mr-2.5" onClick={() => change({ project: null })}>
						{checked.draft?.configFound ? "Back to fuseline.json" : "Let the planner propose"}
					</Button>
				) : (
					<span className="text-xs text-ink-3">what is left empty, the planner proposes</span>
				)
			}
		>
			<div className="divide-y divide-rule border-b border-rule">
				<Group name="Criteria" count={criteria} places={["phases"]} problems={problems}>
					<CriteriaEditor {...editor} />
				</Group>
				<Group name="Checks" count={project.checks.length} places={["checks"]} problems={problems}>
					<ChecksEditor {...editor} />
				</Group>
				<Group name="Serve" count={project.serve ? 1 : 0} places={["serve"]} problems={problems}>
					<ServeEditor {...editor} />
				</Group>
				<Group name="Probes" count={project.probes.length} places={["probes"]} problems={problems}>
					<ProbesEditor {...editor} />
				</Group>
				<Group name="Setup" count={project.setup ? 1 : 0} places={["setup"]} problems={problems}>
					<SetupEditor {...editor} />
				</Group>
			</div>
		</Section>
	);
}

function Group({
	name,
	count,
	places,
	problems,
	children,
}: {
	name: string;
	count: number;
	places: string[];
	problems: ReturnType<typeof projectProblems>;
	children: ReactNode;
}) {
	const own = problemsAt(problems, ...places);
	return (
		<details className="group py-2" open={own.length > 0 || undefined}>
			<summary className="flex items-center gap-2 [&::-webkit-details-marker]:hidden">
				<ChevronRight className="size-3 text-ink-3 group-open:rotate-90" aria-hidden />
				<span className="font-medium">{name}</span>
				<span className="num text-xs text-ink-3">{count === 0 ? "proposed" : count}</span>
				{own.length > 0 ? <span className="text-xs text-fail">{own.length} to mend</span> : null}
			</summary>
			<div className="space-y-3 pt-3 pb-2">
				{children}
				<ProblemList problems={own} />
			</div>
		</details>
	);
}
