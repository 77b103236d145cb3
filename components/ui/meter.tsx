/** How much of something is used: a thin ink bar; over the limit it turns to the colour of failure. */
export function Meter({ share, label }: { share: number; label: string }) {
	const percent = Math.round(share * 100);
	return (
		<span title={`${label}: ${percent} %`} className="relative inline-block h-1 w-16 rounded-sm bg-rule">
			<meter className="sr-only" aria-label={label} value={Math.min(percent, 100)} min={0} max={100} />
			<span
				className={`block h-1 rounded-sm ${share > 1 ? "bg-fail" : "bg-ink-2"}`}
				style={{ width: `${Math.min(percent, 100)}%` }}
			/>
		</span>
	);
}
