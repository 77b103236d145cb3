import type { ReactNode } from "react";

/** Name and value in two columns; facts without a value are left out. */
export function Facts({ facts }: { facts: (readonly [name: string, value: ReactNode] | null)[] }) {
	const shown = facts.filter((fact) => fact !== null && fact[1] !== null && fact[1] !== "");
	if (shown.length === 0) return null;
	return (
		<dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
			{shown.map((fact) =>
				fact ? (
					<div key={fact[0]} className="contents">
						<dt className="text-xs leading-5 text-ink-3">{fact[0]}</dt>
						<dd className="min-h-5 min-w-0 leading-5 wrap-anywhere">{fact[1]}</dd>
					</div>
				) : null,
			)}
		</dl>
	);
}
