import { Facts } from "@/components/evidence/facts";
import { plural } from "@/components/format/number";
import { Elapsed } from "@/components/format/time-text";
import { cn } from "@/components/ui/class-names";
import { VerdictLine } from "@/components/verdict/verdict-mark";
import { plainText } from "@/server/domain/plain-text.ts";
import type { Verdict } from "@/server/domain/verdict.ts";
import type { ExaminationView } from "@/server/domain/views.ts";

/** The three judgements with their reasons, QA's summary, and what became of the tester's copy. */
export function VerdictCell({ examination }: { examination: ExaminationView }) {
	const { verdict } = examination;
	return (
		<div className="space-y-3">
			{verdict ? (
				<VerdictLine verdict={verdict} />
			) : (
				<p className={cn("text-xs", examination.status === "failed" ? "text-fail" : "text-ink-3")}>
					{examination.status === "running" ? (
						<>
							examining for <Elapsed from={examination.startedAt} to={null} />
						</>
					) : (
						`The examination failed: ${examination.message || "no reason is known"}`
					)}
				</p>
			)}
			{verdict ? <Reasons reasons={verdict.reasons} /> : null}
			{examination.instruction ? (
				<p className="text-ink-2 wrap-anywhere">
					<span className="text-xs text-ink-3">asked to </span>
					{plainText(examination.instruction)}
				</p>
			) : null}
			{examination.summary ? (
				<p className="whitespace-pre-wrap text-ink-2 wrap-anywhere">{plainText(examination.summary)}</p>
			) : null}
			<CopyChanges examination={examination} />
		</div>
	);
}

/** Why a judgement is not the best, each judgement named once. */
function Reasons({ reasons }: { reasons: Verdict["reasons"] }) {
	const named = (["status", "integrity", "contract"] as const)
		.map((judgement) => ({
			judgement,
			texts: reasons.filter((reason) => reason.judgement === judgement).map((reason) => reason.text),
		}))
		.filter(({ texts }) => texts.length > 0);
	if (named.length === 0) return null;
	return (
		<Facts
			facts={named.map(({ judgement, texts }) => [
				judgement,
				<ul key={judgement} className="space-y-1">
					{texts.map((text) => (
						<li key={text}>{plainText(text)}</li>
					))}
				</ul>,
			])}
		/>
	);
}

/** What the tester's own copy gained, lost or changed: new output is fine, changed candidate files are not. */
function CopyChanges({ examination }: { examination: ExaminationView }) {
	const { changes, treeBefore, treeAfter } = examination;
	const violations = changes.filter((change) => change.violation);
	const others = changes.length - violations.length;
	if (treeBefore === null || treeAfter === null) return null;
	return (
		<div className="text-xs text-ink-3">
			{violations.length === 0 ? (
				<p>
					candidate untouched by QA
					{others > 0 ? `; ${plural(others, "new file")} in its own copy` : ""}
				</p>
			) : (
				<>
					<p className="font-medium text-violation">
						QA changed {plural(violations.length, "file")} of the candidate: nothing here can verify.
					</p>
					<ul className="num">
						{violations.map((change) => (
							<li key={change.path} className="wrap-anywhere">
								{change.change} {change.path}
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}
