import type { PreservedClaim } from "./assess-types.ts";
import type { DevelopmentDocument } from "./development-document.ts";
import type { Phase } from "./project-config.ts";

/** What makes ids readable; all of it optional. */
export interface PlanMarkdownContext {
	loop?: number;
	phases?: readonly Phase[];
	/** the preservation set after this plan's drops */
	preserved?: readonly PreservedClaim[];
}

/** D_t as Markdown for people and for the roles that follow it. Text of the planner stays on its own line. */
export function planMarkdown(plan: DevelopmentDocument, context: PlanMarkdownContext = {}): string {
	const statements = new Map(
		(context.phases ?? []).flatMap((phase) =>
			phase.criteria.map((criterion) => [criterion.id, criterion.statement] as const),
		),
	);
	const named = (id: string) => {
		const statement = statements.get(id);
		return statement === undefined ? `- \`${id}\`` : `- \`${id}\`: ${line(statement)}`;
	};
	const title =
		context.loop === undefined ? "Development document" : `Development document, loop ${context.loop}`;
	const sections: [string, string[]][] = [
		["Tasks", plan.tasks.flatMap(taskLines)],
		["Acceptance", plan.acceptance.map(named)],
		["Constraints", plan.constraints.map(named)],
		[
			"Preserve",
			(context.preserved ?? []).map(
				(claim) => `- \`${claim.claim}\`: ${line(claim.statement)} (verified in loop ${claim.loop})`,
			),
		],
		["Given up on purpose", plan.dropped.map((drop) => `- \`${drop.claim}\`: ${line(drop.reason)}`)],
		["Put off", plan.deferred.map((item) => `- \`${item.criterion}\` to phase \`${item.phase}\``)],
		["May change", plan.allowedPaths.map((path) => `- \`${line(path)}\``)],
		["Stop when", plan.stop.map((condition) => `- ${line(condition)}`)],
		["Notes", plan.notes.trim() === "" ? [] : [plan.notes.trim()]],
		["Proposed for the project", proposalLines(plan)],
	];
	const parts = [`# ${title}`, line(plan.objective)];
	if (plan.phase !== null) parts.push(`Phase: \`${plan.phase}\``);
	for (const [heading, lines] of sections) {
		if (lines.length > 0) parts.push(`## ${heading}`, lines.join("\n"));
	}
	return `${parts.join("\n\n")}\n`;
}

function taskLines(task: DevelopmentDocument["tasks"][number], index: number): string[] {
	const lines = [`${index + 1}. **${line(task.title)}**`, `   Outcome: ${line(task.outcome)}`];
	if (task.targets.length > 0) lines.push(`   Targets: ${task.targets.map((id) => `\`${id}\``).join(", ")}`);
	return lines;
}

function proposalLines(plan: DevelopmentDocument): string[] {
	const { proposal } = plan;
	if (proposal === undefined) return [];
	const lines: string[] = [];
	for (const phase of proposal.phases ?? []) {
		lines.push(
			`- phase \`${phase.id}\` (${line(phase.title)}): ${phase.criteria.map((c) => `\`${c.id}\``).join(", ")}`,
		);
	}
	if (proposal.setup) lines.push(`- setup: \`${line(proposal.setup.run)}\``);
	if (proposal.serve) lines.push(`- serve: \`${line(proposal.serve.run)}\``);
	for (const check of proposal.checks ?? []) lines.push(`- check \`${check.id}\`: \`${line(check.run)}\``);
	for (const probe of proposal.probes ?? []) lines.push(`- probe \`${probe.id}\`: visits \`${probe.path}\``);
	return lines;
}

/** One line, so that no text can pose as a heading or a list of ours. */
function line(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
