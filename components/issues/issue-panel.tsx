"use client";
import Link from "next/link";
import { Facts } from "@/components/evidence/facts";
import { PanelPart, SidePanel } from "@/components/evidence/side-panel";
import { loopName } from "@/components/format/run-names";
import { Ago } from "@/components/format/time-text";
import { IssueStatusMark } from "@/components/verdict/verdict-mark";
import { plainText } from "@/server/domain/plain-text.ts";
import type { IssueView } from "@/server/domain/views.ts";
import { Mark } from "./timeline-strip";

const link = "underline decoration-rule-strong underline-offset-2 hover:decoration-ink";

const words: Record<IssueView["events"][number]["kind"], string> = {
	opened: "opened by QA",
	seen: "seen again by QA",
	fix_claimed: "the Developer says fixed",
	blocked: "QA could not reach it",
	closed: "closed by QA's evidence",
	regressed: "came back",
	policy_invalidated: "invalidated by policy",
};

/** An issue's whole history, newest first, with the evidence of each step. */
export function IssuePanel({
	runId,
	issue,
	onClose,
}: {
	runId: string;
	issue: IssueView;
	onClose: () => void;
}) {
	return (
		<SidePanel kicker={`issue · ${issue.severity}`} title={issue.key} onClose={onClose}>
			<p>{issue.title}</p>
			<Facts
				facts={[
					["status", <IssueStatusMark key="s" status={issue.status} />],
					[
						"claim",
						issue.claim ? (
							<span key="c" className="num text-xs wrap-anywhere">
								{issue.claim}
							</span>
						) : null,
					],
					[
						"loops",
						<span key="l" className="num">
							{loopName(issue.firstLoop)}–{loopName(issue.lastLoop)}
						</span>,
					],
					["came back", issue.reopenings === 0 ? "never" : `${issue.reopenings} ×`],
				]}
			/>
			<PanelPart name="history">
				<ol>
					{issue.events.toReversed().map((event, index) => (
						<li
							// biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
							key={issue.events.length - index}
							className="grid grid-cols-[20px_1fr] gap-x-2 border-t border-rule py-2"
						>
							<svg viewBox="0 0 16 16" className="mt-0.5 size-4" aria-hidden="true">
								<Mark kind={event.kind} x={8} />
							</svg>
							<div className="min-w-0 space-y-1">
								<p className="flex flex-wrap items-baseline gap-x-2">
									<span className="font-medium">{words[event.kind]}</span>
									<Link href={`/runs/${runId}/loops/${event.loop}`} className={`num text-xs ${link}`}>
										loop {loopName(event.loop)}
									</Link>
									<span className="text-xs text-ink-3">
										<Ago at={event.at} />
									</span>
								</p>
								{event.note ? <p className="wrap-anywhere text-ink-2">{plainText(event.note)}</p> : null}
								{event.candidateId ? (
									<Link
										href={`/runs/${runId}/candidates/${event.candidateId}`}
										className={`num text-xs text-ink-3 ${link}`}
									>
										{event.candidateLabel}
									</Link>
								) : null}
								{event.records.length > 0 ? (
									<ul className="flex flex-wrap gap-1">
										{event.records.map((ref) => (
											<li key={ref} className="max-w-full">
												<Link
													href={`/runs/${runId}/loops/${event.loop}?show=${encodeURIComponent(`record:${ref}`)}`}
													className="num block truncate rounded-sm border border-rule-strong px-1 text-xs leading-4 hover:border-ink-3"
												>
													{ref}
												</Link>
											</li>
										))}
									</ul>
								) : null}
							</div>
						</li>
					))}
				</ol>
			</PanelPart>
		</SidePanel>
	);
}
