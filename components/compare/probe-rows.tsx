"use client";
import Link from "next/link";
import { parseAsInteger, useQueryState } from "nuqs";
import { Picture } from "@/components/evidence/picture";
import { loopName } from "@/components/format/run-names";
import type { CompareView } from "@/server/domain/views.ts";
import { lastLoop, pictureAt } from "./prepare-compare";
import { RunGroup, RunRow } from "./run-grid";

/** Pictures of the same probe beside each other, at the end or as they were after a loop. */
export function ProbeRows({ view, names }: { view: CompareView; names: string[] }) {
	const last = lastLoop(view.runs);
	const [asked, setLoop] = useQueryState("loop", parseAsInteger);
	const loop = Math.min(last, Math.max(1, asked ?? last));
	if (view.probes.length === 0) {
		return (
			<RunGroup name="Screens" note="none of these runs has a picture yet">
				{null}
			</RunGroup>
		);
	}
	return (
		<RunGroup name="Screens" note={`as they were after loop ${loopName(loop)}`}>
			{last > 1 ? (
				<label className="flex items-center gap-3 border-b border-rule py-2 text-xs text-ink-2">
					<span className="w-[178px] shrink-0">after loop</span>
					<input
						type="range"
						min={1}
						max={last}
						value={loop}
						className="w-60 accent-(--ink-2)"
						onChange={(event) => {
							const next = Number(event.target.value);
							void setLoop(next === last ? null : next);
						}}
					/>
					<span className="num">{loopName(loop)}</span>
				</label>
			) : null}
			{view.probes.map((probe) => (
				<RunRow
					key={probe.probeId}
					label={probe.title}
					note={<span className="num">probe:{probe.probeId}</span>}
					names={names}
					className="items-start py-3"
					cells={view.runs.map((run, index) => {
						const picture = pictureAt(probe.pictures[index] ?? [], loop);
						if (picture === null)
							return (
								<span key={run.runId} className="text-xs text-ink-3">
									no picture by then
								</span>
							);
						return (
							<Link
								key={run.runId}
								href={`/runs/${run.runId}/loops/${picture.loop}?show=${encodeURIComponent(`probe:${probe.probeId}`)}`}
								className="block max-w-[420px]"
							>
								<Picture
									picture={picture.screenshot}
									alt={`${probe.title}, run ${run.number}`}
									className="w-full"
								/>
								<span className="num text-xs text-ink-3">loop {loopName(picture.loop)}</span>
							</Link>
						);
					})}
				/>
			))}
		</RunGroup>
	);
}
