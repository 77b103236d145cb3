/** Rows that are on their way: hairlines at the real rows' height, so that nothing jumps when they come. */
export function SkeletonRows({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
	return (
		<div role="status" aria-label={label}>
			{Array.from({ length: rows }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: identical rows
				<div key={index} className="flex h-(--row) items-center border-b border-rule">
					<div className="h-2 rounded-sm bg-sunken" style={{ width: `${38 + ((index * 23) % 47)}%` }} />
				</div>
			))}
		</div>
	);
}
