import { formatDuration } from "@/components/format/time";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import { Shape } from "@/components/verdict/shape";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ProbeView } from "@/server/domain/views.ts";
import { Facts } from "./facts";
import { Picture } from "./picture";
import { PanelPart } from "./side-panel";

/** All visits of one probe: picture, steps, console, failed requests. */
export function ProbePanel({ visits }: { visits: ProbeView[] }) {
	return visits.map((visit) => <Visit key={visit.repetition} visit={visit} numbered={visits.length > 1} />);
}

function Visit({ visit, numbered }: { visit: ProbeView; numbered: boolean }) {
	return (
		<div className="space-y-4">
			{visit.screenshot?.url ? (
				<a
					className="block"
					href={visit.screenshot.url}
					target="_blank"
					rel="noreferrer noopener"
					title="Open the picture alone"
				>
					<Picture picture={visit.screenshot} alt={`${visit.title}, as the probe left it`} eager />
				</a>
			) : null}
			<Facts
				facts={[
					numbered
						? ([
								"visit",
								<span key="n" className="num">
									{visit.repetition}
								</span>,
							] as const)
						: null,
					["result", <MarkChip key="m" mark={outcomeMarks[visit.status]} />],
					["message", visit.message],
					[
						"took",
						<span key="d" className="num">
							{formatDuration(visit.durationMs)}
						</span>,
					],
					["required", visit.required ? "yes" : "no"],
					visit.proposed ? (["origin", "proposed by the planner"] as const) : null,
				]}
			/>
			{visit.steps.length > 0 ? (
				<PanelPart name="steps">
					<ol className="space-y-1">
						{visit.steps.map((step, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: steps are their order
							<li key={index} className="flex gap-2">
								<Shape
									name={step.ok ? "disc" : "cross"}
									className={step.ok ? "mt-1.5 text-pass" : "mt-1.5 text-fail"}
								/>
								<span className="min-w-0 wrap-anywhere">
									<span className="num text-xs">{step.step}</span>
									{step.value === null ? null : (
										<span className="num text-xs text-ink-2"> = {plainText(step.value)}</span>
									)}
									{step.message ? <span className="block text-xs text-fail">{step.message}</span> : null}
								</span>
							</li>
						))}
					</ol>
				</PanelPart>
			) : null}
			<Lines
				name="console"
				empty="The console stayed quiet."
				lines={visit.console.map((line) => `${line.level}: ${line.text}`)}
			/>
			<Lines
				name="failed requests"
				empty="No request failed."
				lines={visit.failedRequests.map(
					(request) => `${request.status ?? "no answer"} ${request.url} ${request.error}`,
				)}
			/>
		</div>
	);
}

function Lines({ name, empty, lines }: { name: string; empty: string; lines: string[] }) {
	return (
		<PanelPart name={name}>
			{lines.length === 0 ? (
				<p className="text-xs text-ink-3">{empty}</p>
			) : (
				<pre className="num max-h-60 overflow-auto text-xs whitespace-pre-wrap wrap-anywhere">
					{plainText(lines.join("\n"))}
				</pre>
			)}
		</PanelPart>
	);
}
