"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import type { LoopRow, RunView } from "@/server/domain/run-view.ts";
import { formatExact, plural } from "../../format/number";
import { loopName } from "../../format/run-names";
import { Button } from "../../ui/button";
import { MarkChip } from "../../verdict/mark-chip";
import { outcomeMarks } from "../../verdict/marks";
import { Shape } from "../../verdict/shape";
import type { RunScreen } from "./use-run-screens";

/** A loop opened in place: what was asked, what QA said of it, how it looked. */
export function LoopDetails({
	view,
	row,
	screens = [],
}: {
	view: RunView;
	row: LoopRow;
	screens?: RunScreen[] | undefined;
}) {
	const href = `/runs/${view.runId}/loops/${row.loop}`;
	return (
		<div className="grid gap-x-10 gap-y-4 py-3 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] md:px-6 md:pb-5">
			<div className="space-y-3">
				<p className="max-w-2xl whitespace-pre-wrap">{row.objective ?? "No plan in this loop."}</p>
				{row.acceptance.length > 0 ? (
					<Part name="Accepted when observable">
						<ul className="num flex flex-wrap gap-x-3 gap-y-1 text-xs">
							{row.acceptance.map((id) => (
								<li key={id}>{id}</li>
							))}
						</ul>
					</Part>
				) : null}
				<Verdict row={row} />
				<div className="flex flex-wrap gap-2">
					<Button asChild>
						<Link href={href}>Open loop {loopName(row.loop)}</Link>
					</Button>
					{row.candidate ? (
						<Button asChild>
							<Link href={`/runs/${view.runId}/candidates/${row.candidate.id}`}>
								Open {row.candidate.label}
							</Link>
						</Button>
					) : null}
				</div>
			</div>
			<div className="min-w-0 space-y-3">
				{screens.length > 0 ? <Thumbnails runId={view.runId} screens={screens} /> : null}
				{row.checks.length > 0 ? (
					<Part name="Checks">
						<ul className="flex flex-wrap gap-x-4 gap-y-1">
							{row.checks.map((check) => (
								<li key={check.checkId} className="flex items-center gap-1.5">
									<span className="num text-xs">{check.checkId}</span>
									<CheckMark status={check.status} />
								</li>
							))}
						</ul>
					</Part>
				) : null}
			</div>
		</div>
	);
}

function Verdict({ row }: { row: LoopRow }) {
	if (row.verdict === null) return null;
	return (
		<Part name="QA">
			<ul className="max-w-2xl space-y-1 text-ink-2">
				<li>
					{plural(row.verified ?? 0, "claim")} verified, {plural(row.gaps ?? 0, "gap")},{" "}
					{plural(row.findings ?? 0, "finding")}
					{row.kept !== null ? `, ${formatExact(row.kept)} kept from before` : ""}
					{row.productComplete ? ", the product is complete" : ""}
				</li>
				{row.lost.length > 0 ? (
					<li className="flex items-baseline gap-1.5 text-reopened">
						<Shape name="return" className="relative top-px" />
						<span>
							no longer holds: <span className="num text-xs">{row.lost.join(", ")}</span>
						</span>
					</li>
				) : null}
				{row.verdict.reasons.map((reason) => (
					<li key={`${reason.judgement} ${reason.text}`}>
						<span className="text-ink-3">{reason.judgement}: </span>
						{reason.text}
					</li>
				))}
			</ul>
		</Part>
	);
}

function CheckMark({ status }: { status: string }) {
	const mark = Object.values(outcomeMarks).find(({ word }) => word === status);
	return mark ? <MarkChip mark={mark} /> : <span className="text-xs">{status}</span>;
}

function Thumbnails({ runId, screens }: { runId: string; screens: RunScreen[] }) {
	return (
		<Part name="Screens">
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
				{screens.map((screen) => (
					<li key={screen.probeId} className="min-w-0">
						<Link href={`/runs/${runId}/screens?probe=${screen.probeId}`} className="block">
							{/* biome-ignore lint/performance/noImgElement: signed local contents */}
							<img
								src={screen.screenshot.url ?? undefined}
								alt={`${screen.title} in this loop`}
								width={screen.screenshot.width}
								height={screen.screenshot.height}
								loading="lazy"
								className="block h-auto w-full border border-rule-strong"
							/>
							<span className="mt-1 flex justify-between gap-2 text-xs text-ink-2">
								<span className="truncate">{screen.title}</span>
								{screen.changed ? <span className="shrink-0">changed</span> : null}
							</span>
						</Link>
					</li>
				))}
			</ul>
		</Part>
	);
}

function Part({ name, children }: { name: string; children: ReactNode }) {
	return (
		<section className="space-y-1">
			<h3 className="label">{name}</h3>
			{children}
		</section>
	);
}
