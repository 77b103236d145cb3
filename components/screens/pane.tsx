"use client";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { ContentRef } from "@/server/domain/views.ts";
import type { Stage } from "./use-stage";
import type { Region } from "./viewport";

export type Shot = ContentRef & { width: number; height: number };

/** A window onto the pictures at the stage's zoom. */
export function Pane({
	stage,
	label,
	innerRef,
	children,
}: {
	stage: Stage;
	label: ReactNode;
	innerRef?: RefObject<HTMLDivElement | null>;
	children: ReactNode;
}) {
	const own = useRef<HTMLDivElement>(null);
	const pane = innerRef ?? own;
	const { onWheel } = stage;
	const wheel = useRef(onWheel);
	useEffect(() => {
		wheel.current = onWheel;
	});
	// React's wheel listeners are passive: this one must keep the page from scrolling.
	useEffect(() => {
		const element = pane.current;
		if (!element) return;
		const listen = (event: WheelEvent) => wheel.current(event, element.getBoundingClientRect());
		element.addEventListener("wheel", listen, { passive: false });
		return () => element.removeEventListener("wheel", listen);
	}, [pane]);
	const { view } = stage;
	return (
		<div
			ref={pane}
			className="relative min-h-0 min-w-0 flex-1 cursor-grab touch-none overflow-hidden active:cursor-grabbing"
			{...stage.handlers}
		>
			<div
				className="absolute top-0 left-0 origin-top-left"
				style={{
					transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
					imageRendering: view.scale >= 2 ? "pixelated" : "auto",
				}}
			>
				{children}
			</div>
			<div className="num pointer-events-none absolute bottom-2 left-3 rounded-sm bg-paper/80 px-1.5 text-xs text-ink-2">
				{label}
			</div>
		</div>
	);
}

/** A picture in picture pixels; stacked ones lie on each other. */
export function Layer({ shot, alt, style }: { shot: Shot; alt: string; style?: React.CSSProperties }) {
	return (
		// biome-ignore lint/performance/noImgElement: signed local contents; the image optimiser would copy them
		<img
			src={shot.url ?? ""}
			alt={alt}
			width={shot.width}
			height={shot.height}
			draggable={false}
			className="absolute top-0 left-0 max-w-none"
			style={{ width: shot.width, height: shot.height, ...style }}
		/>
	);
}

/** Outlines of what changed; lines keep their width at any zoom. */
export function Regions({
	regions,
	current,
	scale,
}: {
	regions: readonly Region[];
	current: number | null;
	scale: number;
}) {
	return regions.map((region, index) => (
		<span
			key={`${region.x},${region.y}`}
			aria-hidden
			className={index === current ? "absolute border-accent" : "absolute border-reopened"}
			style={{
				left: region.x,
				top: region.y,
				width: region.width,
				height: region.height,
				borderWidth: (index === current ? 2 : 1) / scale,
				outline: index === current ? `${1 / scale}px solid var(--accent)` : undefined,
				outlineOffset: 3 / scale,
			}}
		/>
	));
}
