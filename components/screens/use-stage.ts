"use client";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { fitTo, type Size, type Viewport, zoomAt } from "./viewport";

/**
 * Zoom and pan over one or more panes of equal size: the wheel zooms at the pointer, dragging moves, two fingers
 * pinch. All panes share the one viewport, so that the same spot stays under the same place.
 */
export function useStage(pane: RefObject<HTMLElement | null>, picture: Size) {
	const [size, setSize] = useState<Size>({ width: 0, height: 0 });
	const [moved, setMoved] = useState<Viewport | null>(null);
	const view = moved ?? fitTo(picture, size);
	const latest = useRef(view);
	const pointers = useRef(new Map<number, { x: number; y: number }>());

	useEffect(() => {
		latest.current = view;
	});
	// The pane's size and the wheel (which must not scroll the page) are the browser's.
	useEffect(() => {
		const element = pane.current;
		if (!element) return;
		const observer = new ResizeObserver(() => {
			setSize({ width: element.clientWidth, height: element.clientHeight });
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, [pane]);

	const zoomBy = (factor: number, point = { x: size.width / 2, y: size.height / 2 }) =>
		setMoved(zoomAt(latest.current, point, factor));

	const pointOf = (event: PointerEvent<HTMLElement>) => {
		const box = event.currentTarget.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	};
	return {
		view,
		size,
		reset: () => setMoved(null),
		show: setMoved,
		zoomBy,
		onWheel: (event: WheelEvent, box: DOMRect) => {
			event.preventDefault();
			const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002));
			setMoved(zoomAt(latest.current, { x: event.clientX - box.left, y: event.clientY - box.top }, factor));
		},
		handlers: {
			onPointerDown: (event: PointerEvent<HTMLElement>) => {
				event.currentTarget.setPointerCapture(event.pointerId);
				pointers.current.set(event.pointerId, pointOf(event));
			},
			onPointerMove: (event: PointerEvent<HTMLElement>) => {
				const before = pointers.current.get(event.pointerId);
				if (!before) return;
				const now = pointOf(event);
				const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
				pointers.current.set(event.pointerId, now);
				const { scale, x, y } = latest.current;
				if (!other) {
					setMoved({ scale, x: x + now.x - before.x, y: y + now.y - before.y });
					return;
				}
				const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
				setMoved(zoomAt(latest.current, other, spread(now) / Math.max(1, spread(before))));
			},
			onPointerUp: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
			onPointerCancel: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
		},
	};
}

export type Stage = ReturnType<typeof useStage>;
