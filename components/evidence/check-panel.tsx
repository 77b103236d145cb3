import { formatDuration } from "@/components/format/time";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import type { CheckView } from "@/server/domain/views.ts";
import { ContentText } from "./content-text";
import { Facts } from "./facts";
import { PanelPart } from "./side-panel";

/** A command that the host ran on the candidate, with what it printed. */
export function CheckPanel({ check }: { check: CheckView }) {
	return (
		<>
			<pre className="num text-xs whitespace-pre-wrap wrap-anywhere">{check.command}</pre>
			<Facts
				facts={[
					["result", <MarkChip key="m" mark={outcomeMarks[check.status]} />],
					[
						"exit code",
						check.exitCode === null ? (
							"none"
						) : (
							<span key="e" className="num">
								{check.exitCode}
							</span>
						),
					],
					[
						"took",
						<span key="d" className="num">
							{formatDuration(check.durationMs)}
						</span>,
					],
					["required", check.required ? "yes" : "no"],
					check.proposed ? (["origin", "proposed by the planner"] as const) : null,
					["message", check.message],
				]}
			/>
			<PanelPart name="stdout">
				<ContentText content={check.stdout} empty="Nothing was printed." />
			</PanelPart>
			<PanelPart name="stderr">
				<ContentText content={check.stderr} empty="Nothing was printed." />
			</PanelPart>
		</>
	);
}
