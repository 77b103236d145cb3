/** A loop's number on the axis, and under it what came back in it (`↺2`). */
export function LoopTick({
	x = 0,
	y = 0,
	payload,
	marks = {},
}: {
	x?: number | string;
	y?: number | string;
	payload?: { value: number };
	marks?: Record<number, number>;
}) {
	const loop = payload?.value ?? 0;
	const back = marks[loop];
	return (
		<g transform={`translate(${x},${y})`} fontSize={12} fontFamily="var(--font-mono)" textAnchor="middle">
			<text dy={10} fill="var(--ink-3)">
				{loop}
			</text>
			{back ? (
				<text dy={24} fill="var(--reopened)">
					↺{back}
				</text>
			) : null}
		</g>
	);
}
