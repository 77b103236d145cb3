"use client";
import { type RefObject, useState } from "react";
import { loopName } from "@/components/format/run-names";
import type { ImageComparison } from "@/server/domain/views.ts";
import { Divider } from "./divider";
import { Layer, Pane, Regions, type Shot } from "./pane";
import type { CompareMode } from "./use-comparison";
import type { Stage } from "./use-stage";

/** The pictures in one of four ways. `flipped`: A takes B's place (what that means depends on the way). */
export function CompareStage({
	mode,
	stage,
	pane,
	a,
	b,
	loops,
	result,
	highlight,
	region,
	flipped,
}: {
	mode: CompareMode;
	stage: Stage;
	pane: RefObject<HTMLDivElement | null>;
	a: Shot | null;
	b: Shot;
	loops: { a: number | null; b: number };
	result: ImageComparison | null;
	highlight: boolean;
	region: number | null;
	flipped: boolean;
}) {
	const [split, setSplit] = useState(0.5);
	const [opacity, setOpacity] = useState(0.5);
	const nameA = loops.a === null ? "A" : `A · loop ${loopName(loops.a)}`;
	const nameB = `B · loop ${loopName(loops.b)}`;
	const marks =
		highlight && result ? (
			<Regions regions={result.regions} current={region} scale={stage.view.scale} />
		) : null;

	if (a === null) {
		return (
			<Pane stage={stage} innerRef={pane} label={nameB}>
				<Layer shot={b} alt={nameB} />
			</Pane>
		);
	}
	if (mode === "side") {
		const [left, right] = flipped ? [b, a] : [a, b];
		const [leftName, rightName] = flipped ? [nameB, nameA] : [nameA, nameB];
		return (
			<div className="flex min-h-0 flex-1 gap-px bg-rule-strong max-sm:flex-col [&>*]:bg-sunken">
				<Pane stage={stage} innerRef={pane} label={leftName}>
					<Layer shot={left} alt={leftName} />
					{marks}
				</Pane>
				<Pane stage={stage} label={rightName}>
					<Layer shot={right} alt={rightName} />
					{marks}
				</Pane>
			</div>
		);
	}
	if (mode === "swipe") {
		const at = flipped ? 1 : split;
		// the line is placed in stage pixels, the clip in picture pixels
		const edge = (at * stage.size.width - stage.view.x) / stage.view.scale;
		return (
			<div className="relative flex min-h-0 flex-1">
				<Pane stage={stage} innerRef={pane} label={`${nameA} left · ${nameB} right`}>
					<Layer shot={b} alt={nameB} />
					<Layer shot={a} alt={nameA} style={{ clipPath: `inset(0 ${Math.max(0, a.width - edge)}px 0 0)` }} />
					{marks}
				</Pane>
				{flipped ? null : <Divider at={split} onMove={setSplit} />}
			</div>
		);
	}
	if (mode === "onion") {
		const shown = flipped ? 0 : opacity;
		return (
			<div className="relative flex min-h-0 flex-1">
				<Pane stage={stage} innerRef={pane} label={`${nameB} over ${nameA}`}>
					<Layer shot={a} alt={nameA} />
					<Layer shot={b} alt={nameB} style={{ opacity: shown }} />
					{marks}
				</Pane>
				<label className="absolute right-3 bottom-2 flex items-center gap-2 rounded-sm bg-paper/80 px-2 text-xs text-ink-2">
					A
					<input
						type="range"
						min={0}
						max={100}
						value={Math.round(opacity * 100)}
						aria-label="How much of B is seen"
						className="w-40 accent-(--accent)"
						onChange={(event) => setOpacity(Number(event.target.value) / 100)}
					/>
					B
				</label>
			</div>
		);
	}
	return (
		<Pane stage={stage} innerRef={pane} label={flipped ? nameB : `difference ${nameA} → ${nameB}`}>
			{result && !flipped ? (
				<Layer
					shot={{ ...b, url: result.difference, width: result.width, height: result.height }}
					alt="changed pixels over a pale B"
				/>
			) : (
				<Layer shot={b} alt={nameB} />
			)}
			{marks}
		</Pane>
	);
}
