"use client";
import type { ReactNode } from "react";
import type { ErrorKind } from "@/server/domain/outcome.ts";
import type { RunView } from "@/server/domain/run-view.ts";
import { formatAbsolute, formatClock, formatRelative } from "../format/time";
import { useNow } from "../format/use-now";
import { cn } from "../ui/class-names";
import { QuestionBox } from "./question-box";
import { RaiseBudget } from "./raise-budget";

/** What a person must know of a run that isn't simply running; nothing else. */
export function RunBanner({ view }: { view: RunView }) {
	switch (view.status) {
		case "needs_input":
			return <QuestionBox runId={view.runId} question={view.question ?? view.detail} />;
		case "waiting":
			return (
				<Banner tone="accent" title={view.until ? <PausedUntil iso={view.until} /> : "Waiting"}>
					{view.detail} <span className="text-ink-3">Go on tries again at once, Stop ends the run.</span>
				</Banner>
			);
		case "paused":
			if (view.budgets.reached !== null) {
				return (
					<Banner tone="accent" title="Paused before the next call: a budget is used up">
						{view.budgets.reached.text}
						<span className="mt-1.5 block">
							<RaiseBudget view={view} primary />
						</span>
					</Banner>
				);
			}
			return view.detail ? <RestBanner detail={view.detail} /> : null;
		case "pausing":
			return view.detail ? <Banner title="Pausing">{view.detail}</Banner> : null;
		case "suspended":
			return (
				<Banner tone="blocked" title="Suspended: the daemon left while this run was at work">
					{view.detail || "Resume goes on from the last finished step."}
				</Banner>
			);
		case "quarantined":
			return (
				<Banner tone="violation" title="Quarantined: its runner ended right after the start, three times">
					{view.detail}
				</Banner>
			);
		case "ended":
			return <EndBanner view={view} />;
		default:
			return null;
	}
}

/** "Paused", and why; a reason that begins with the word is the title itself. */
function RestBanner({ detail }: { detail: string }) {
	if (!detail.startsWith("Paused ")) return <Banner title="Paused">{detail}</Banner>;
	return <Banner title={detail.replace(/\.$/, "")}>Resume goes on from the last finished step.</Banner>;
}

/** Who had trouble, in words; `kind` is design's closed list of causes. */
const troubles: Record<ErrorKind, string> = {
	transport: "the connection to the model",
	quota: "a usage limit",
	auth: "the login",
	harness: "the CLI",
	agent: "the work",
	infrastructure: "this machine",
};

function EndBanner({ view }: { view: RunView }) {
	if (view.endCause === "completed" || view.endCause === null) return null;
	const titles = {
		budget_exhausted: "Ended: a budget is used up",
		stopped: "Stopped",
		failed: "Failed",
		needs_input: "Ended: it needed an answer that never came",
	} as const;
	const error = view.lastError;
	return (
		<Banner tone={view.endCause === "failed" ? "fail" : "quiet"} title={titles[view.endCause]}>
			{view.detail}
			{view.endCause === "failed" && error && !view.detail.includes(error.message) ? (
				<span className="block text-ink-3">
					The {error.role} in loop {error.loop} had trouble with {troubles[error.kind]}: {error.message}
				</span>
			) : null}
		</Banner>
	);
}

const edges = {
	quiet: "border-rule-strong",
	accent: "border-accent",
	blocked: "border-blocked",
	fail: "border-fail",
	violation: "border-violation",
};

function Banner({
	title,
	tone = "quiet",
	children,
}: {
	title: ReactNode;
	tone?: keyof typeof edges;
	children?: ReactNode;
}) {
	return (
		<div role="status" className={cn("border-l-2 py-0.5 pl-3", edges[tone])}>
			<p className="font-medium">{title}</p>
			<div className="max-w-3xl text-ink-2">{children}</div>
		</div>
	);
}

/** `Paused until 17:42`, on the reader's clock. */
function PausedUntil({ iso }: { iso: string }) {
	const now = useNow();
	const at = Date.parse(iso);
	if (now === 0 || Number.isNaN(at)) return <>Paused</>;
	return (
		<>
			Paused until{" "}
			<time dateTime={iso} title={formatAbsolute(at)}>
				{at - now < 20 * 3_600_000 ? formatClock(at) : formatAbsolute(at)}
			</time>
			<span className="font-normal text-ink-3"> · {formatRelative(at, now)}</span>
		</>
	);
}
