import type { DeveloperStatus } from "@/server/domain/developer-report.ts";
import type { IssueStatus } from "@/server/domain/ledger.ts";
import type { Verdict } from "@/server/domain/verdict.ts";
import { Chip } from "../ui/chip";
import { cn } from "../ui/class-names";
import { MarkChip } from "./mark-chip";
import { contractMarks, developerMarks, integrityMarks, issueMarks, type Mark, statusMarks } from "./marks";
import { Shape } from "./shape";

/** QA's word on the product: filled, as it is proved. */
export function StatusChip({ status, title }: { status: Verdict["status"]; title?: string }) {
	return <MarkChip mark={statusMarks[status]} look="filled" title={title} />;
}

/** The Developer's own word: outlined, as it is only claimed. */
export function DeveloperChip({ status }: { status: DeveloperStatus | null }) {
	if (status === null) return <span className="text-ink-3">–</span>;
	const mark = developerMarks[status];
	return status === "none" ? (
		<span className="text-xs text-ink-3">{mark.word}</span>
	) : (
		<MarkChip mark={mark} look="outline" title={`The Developer says ${mark.word}; QA decides`} />
	);
}

export function IssueStatusMark({ status }: { status: IssueStatus }) {
	return <MarkChip mark={issueMarks[status]} />;
}

/** A judgement beside the status: quiet when it is as it should be, marked when it is not. */
function Judgement({ mark, good, title }: { mark: Mark; good: boolean; title: string }) {
	if (good) return <span title={title}>{mark.word}</span>;
	const violated = mark.word === "violation";
	return (
		<Chip
			tone={mark.tone}
			look={violated ? "filled" : "plain"}
			title={title}
			className={violated ? "hatched" : undefined}
			mark={<Shape name={mark.shape} />}
		>
			{mark.word}
		</Chip>
	);
}

/** The three judgements in one line: `● pass  clean aligned`. Reasons are in the title. */
export function VerdictLine({ verdict, className }: { verdict: Verdict | null; className?: string }) {
	if (verdict === null) return <span className="text-ink-3">–</span>;
	const why = (judgement: "status" | "integrity" | "contract") =>
		verdict.reasons
			.filter((reason) => reason.judgement === judgement)
			.map((reason) => reason.text)
			.join("\n") || judgement;
	return (
		<span className={cn("inline-flex items-center gap-2 text-xs text-ink-3", className)}>
			<StatusChip status={verdict.status} title={why("status")} />
			<Judgement
				mark={integrityMarks[verdict.integrity]}
				good={verdict.integrity === "clean"}
				title={why("integrity")}
			/>
			<Judgement
				mark={contractMarks[verdict.contract]}
				good={verdict.contract === "aligned"}
				title={why("contract")}
			/>
		</span>
	);
}
