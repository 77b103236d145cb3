import { formatBytes, formatCost, formatExact, formatShort, plural } from "./number";

/** `8.41 M` with the exact value in its title. */
export function Short({ value, unit }: { value: number | null; unit?: string }) {
	return (
		<span
			className="num"
			title={value === null ? "not known" : `${formatExact(value)}${unit ? ` ${unit}` : ""}`}
		>
			{formatShort(value)}
		</span>
	);
}

export function Bytes({ value }: { value: number | null }) {
	return (
		<span className="num" title={value === null ? "not known" : `${formatExact(value)} bytes`}>
			{formatBytes(value)}
		</span>
	);
}

export function Cost({ usd }: { usd: number | null }) {
	return (
		<span className="num" title={usd === null ? "not known" : `${usd} US dollars`}>
			{formatCost(usd)}
		</span>
	);
}

/** A sum of costs; `≥ $1.20` where some calls have no known cost, with how many (in words, or in the title). */
export function CostSum({
	usd,
	unpriced,
	words = false,
}: {
	usd: number | null;
	unpriced: number;
	words?: boolean;
}) {
	const missing = unpriced === 0 ? "" : `${plural(unpriced, "call")} unknown`;
	return (
		<span
			className="num"
			title={[usd === null ? "not known" : `${usd} US dollars`, missing].filter(Boolean).join(", ")}
		>
			{usd !== null && unpriced > 0 ? "≥ " : ""}
			{formatCost(usd)}
			{words && usd !== null && missing ? <span className="text-ink-3">, {missing}</span> : null}
		</span>
	);
}
