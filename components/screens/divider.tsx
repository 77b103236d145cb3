"use client";

/** The line of the swipe view; drag it or move it with the arrow keys. `at` is a share of the stage's width. */
export function Divider({ at, onMove }: { at: number; onMove: (at: number) => void }) {
	const percent = Math.round(at * 100);
	return (
		<div
			role="slider"
			tabIndex={0}
			aria-label="Where A ends and B begins"
			aria-valuenow={percent}
			aria-valuemin={0}
			aria-valuemax={100}
			className="absolute inset-y-0 -ml-3 flex w-6 cursor-ew-resize touch-none justify-center"
			style={{ left: `${at * 100}%` }}
			onPointerDown={(event) => {
				event.stopPropagation();
				event.currentTarget.setPointerCapture(event.pointerId);
			}}
			onPointerMove={(event) => {
				if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
				const box = event.currentTarget.parentElement?.getBoundingClientRect();
				if (box) onMove(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
			}}
			onKeyDown={(event) => {
				const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
				if (by === undefined) return;
				event.preventDefault();
				event.stopPropagation();
				onMove(Math.min(1, Math.max(0, at + by)));
			}}
		>
			<span className="h-full w-px bg-accent" />
			<span className="absolute top-1/2 h-8 w-1.5 -translate-y-1/2 rounded-sm bg-accent" />
		</div>
	);
}
