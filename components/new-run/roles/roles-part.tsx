"use client";
import { Button } from "../../ui/button";
import { ProblemList } from "../../ui/problem-list";
import { Section } from "../../ui/section";
import type { PartProps } from "../part-props";
import { problemsAt } from "../problems-at";
import { RoleRow } from "./role-row";

/** Which harness and model plays which role of the protocol. */
export function RolesPart(props: PartProps) {
	const { form, change, start, checked } = props;
	const protocol = start.protocols.find((candidate) => candidate.id === form.protocol);
	const roles = protocol?.roles ?? [];
	const first = roles[0] ? form.players[roles[0].role] : undefined;
	const known = roles.map(({ role }) => `bindings.${role}`);
	const others = problemsAt(checked.problems, "bindings").filter(
		(problem) => problemsAt([problem], ...known).length === 0,
	);
	return (
		<Section
			id="roles"
			title="Who plays"
			aside={
				roles.length > 1 && first ? (
					<Button
						variant="quiet"
						className="-mr-2.5"
						onClick={() =>
							change({ players: Object.fromEntries(roles.map(({ role }) => [role, { ...first }])) })
						}
					>
						All like the {roles[0]?.title}
					</Button>
				) : null
			}
		>
			<div className="space-y-4">
				{roles.map((role) => (
					<RoleRow key={role.role} definition={role} {...props} />
				))}
				<ProblemList problems={others} />
			</div>
		</Section>
	);
}
