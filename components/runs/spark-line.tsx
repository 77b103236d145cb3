import type { RunView } from "@/server/domain/run-view.ts";

const width = 64;
const height = 18;

/** Open issues over the loops as a line on the share that is closed: falling line, rising ground is good. */
export function SparkLine({ trajectory, judged }: { trajectory: RunView["trajectory"]; judged: boolean }) {
	const last = trajectory.at(-1);
	// a run that nobody judged knows of no issues, which isn't the same as none
	if (!last || (last.scope === 0 && !judged)) return <span className="text-ink-3">–</span>;
	const top = Math.max(1, ...trajectory.map((point) => point.scope));
	const x = (index: number) => (trajectory.length === 1 ? width : (index / (trajectory.length - 1)) * width);
	const y = (value: number) => 1 + (height - 2) * (1 - value / top);
	const line = (pick: (point: (typeof trajectory)[number]) => number) =>
		trajectory.map((point, index) => `${x(index).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(" ");
	return (
		<span
			className="flex items-center gap-2"
			title={`${last.scope} known, ${last.open} open, ${last.closed} closed`}
		>
			<svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
				<polygon
					points={`0,${height} ${line((point) => point.closed)} ${width},${height}`}
					className="fill-rule"
				/>
				<polyline
					points={line((point) => point.open)}
					fill="none"
					className="stroke-ink"
					strokeWidth="1.25"
				/>
			</svg>
			<span className="num text-xs">
				{last.open}
				<span className="text-ink-3">/{last.closed}</span>
			</span>
		</span>
	);
}
