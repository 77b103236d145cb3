import { MarkChip } from "@/components/verdict/mark-chip";
import { claimMarks } from "@/components/verdict/marks";
import { IssueStatusMark } from "@/components/verdict/verdict-mark";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView, LoopView } from "@/server/domain/views.ts";
import { DoneCell } from "./done-cell";
import { Blank, Line, LineGroup } from "./line-grid";
import { sameTitle } from "./line-up";

/** The tasks of D_t: outcome and targets, what the Developer says, what became of the targets. */
export function TaskLines({ loop, examinations }: { loop: LoopView; examinations: ExaminationView[] }) {
	const { plan, developerReport: report } = loop;
	const tasks = plan?.tasks ?? [];
	const extra = (report?.tasks ?? []).filter(
		(said) => !tasks.some((task) => sameTitle(task.title, said.title)),
	);
	if (tasks.length === 0 && extra.length === 0) return null;
	const proofs = (targets: string[]) =>
		examinations.length === 0
			? [<Blank key="none" />]
			: examinations.map((examination) => (
					<Targets key={examination.id} targets={targets} examination={examination} />
				));
	return (
		<LineGroup name="Tasks">
			{tasks.map((task) => (
				<Line
					key={task.title}
					asked={
						<>
							<p className="font-medium wrap-anywhere">{task.title}</p>
							<p className="text-ink-2 wrap-anywhere">{plainText(task.outcome)}</p>
							{task.targets.length > 0 ? (
								<p className="num text-xs text-ink-3 wrap-anywhere">{task.targets.join("  ")}</p>
							) : null}
						</>
					}
					done={
						<DoneCell words={(report?.tasks ?? []).filter((said) => sameTitle(said.title, task.title))} />
					}
					proofs={proofs(task.targets)}
				/>
			))}
			{extra.map((said) => (
				<Line
					key={said.title}
					asked={<span className="text-xs text-ink-3">not asked</span>}
					done={<DoneCell words={[said]} />}
					proofs={proofs([])}
				/>
			))}
		</LineGroup>
	);
}

/** What this examination says of the ids that a task treats: a claim's verdict or an issue's state. */
function Targets({ targets, examination }: { targets: string[]; examination: ExaminationView }) {
	const words = targets.flatMap((target) => {
		const claim = examination.claims.find((one) => one.id === target);
		if (claim) return [{ target, mark: <MarkChip mark={claimMarks[claim.verdict]} /> }];
		const finding = examination.findings.find((one) => one.id === target);
		return finding?.issueStatus ? [{ target, mark: <IssueStatusMark status={finding.issueStatus} /> }] : [];
	});
	if (words.length === 0) return <Blank />;
	return (
		<ul className="space-y-0.5">
			{words.map((word) => (
				<li key={word.target} className="flex flex-wrap items-center gap-x-2">
					{word.mark}
					<span className="num text-xs text-ink-3 wrap-anywhere">{word.target}</span>
				</li>
			))}
		</ul>
	);
}
