"use client";
import type { ReactNode } from "react";
import { formatShort } from "../format/number";
import { setHoveredLoop, useHoveredLoop } from "./hovered-loop";

const height = 96;
const edge = { left: 30, right: 8, top: 6, bottom: 16 };

export interface SmallScale {
	x: (loop: number) => number;
	y: (value: number) => number;
}

/**
 * A small multiple: thin axes with their ends named, loops from 1, values from 0. Its axes belong to the set, so that
 * several beside each other can be compared by eye.
 */
export function SmallPlot({
	loops,
	yMax,
	sentence,
	narrow,
	children,
}: {
	loops: number;
	yMax: number;
	/** what the picture says */
	sentence: string;
	/** there are many beside it: drawn for half the width, so that its letters stay readable */
	narrow: boolean;
	children: (scale: SmallScale) => ReactNode;
}) {
	const hovered = useHoveredLoop();
	const width = narrow ? 150 : 300;
	const plotWidth = width - edge.left - edge.right;
	const plotHeight = height - edge.top - edge.bottom;
	const step = plotWidth / loops;
	const scale: SmallScale = {
		x: (loop) => edge.left + (loop - 0.5) * step,
		y: (value) => edge.top + plotHeight * (1 - (yMax === 0 ? 0 : value / yMax)),
	};
	const base = height - edge.bottom;
	return (
		<svg
			role="img"
			viewBox={`0 0 ${width} ${height}`}
			className="block w-full max-w-[420px]"
			onPointerMove={(event) => {
				const box = event.currentTarget.getBoundingClientRect();
				const at = ((event.clientX - box.left) / box.width) * width - edge.left;
				const loop = Math.floor(at / step) + 1;
				setHoveredLoop(loop >= 1 && loop <= loops ? loop : null);
			}}
			onPointerLeave={() => setHoveredLoop(null)}
		>
			<title>{sentence}</title>
			{hovered !== null && hovered <= loops ? (
				<path d={`M${scale.x(hovered)} ${edge.top}V${base}`} className="stroke-ink-3" strokeWidth="1" />
			) : null}
			<path
				d={`M${edge.left} ${base}H${width - edge.right}`}
				className="stroke-rule-strong"
				strokeWidth="1"
			/>
			{children(scale)}
			<g className="num fill-ink-3" fontSize="10">
				<text x={edge.left - 5} y={edge.top + 7} textAnchor="end">
					{formatShort(yMax)}
				</text>
				<text x={edge.left - 5} y={base} textAnchor="end">
					0
				</text>
				<text x={scale.x(1)} y={height - 3} textAnchor="middle">
					1
				</text>
				{loops > 1 ? (
					<text x={scale.x(loops)} y={height - 3} textAnchor="middle">
						{loops}
					</text>
				) : null}
			</g>
		</svg>
	);
}
