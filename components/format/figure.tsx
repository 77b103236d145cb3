import { formatBytes, formatCost, formatExact, formatShort } from "./number";

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
