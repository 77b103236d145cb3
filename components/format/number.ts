import { counted } from "@/server/domain/counted.ts";

/** What people see where we don't know: never 0. */
export const unknown = "–";

const exact = new Intl.NumberFormat("en-US");

/** `1,234,567`; "–" for null. */
export function formatExact(value: number | null): string {
	return value === null ? unknown : exact.format(value);
}

/** `8.41 M`, `12.3 k`, `940`; three significant digits; "–" for null. */
export function formatShort(value: number | null): string {
	if (value === null) return unknown;
	const size = Math.abs(value);
	if (size < 1000) return String(Math.round(value * 100) / 100);
	const [divisor, unit] = size < 999_500 ? [1e3, "k"] : size < 999_500_000 ? [1e6, "M"] : [1e9, "G"];
	const scaled = value / divisor;
	const digits = Math.abs(scaled) < 9.995 ? 2 : Math.abs(scaled) < 99.95 ? 1 : 0;
	return `${scaled.toFixed(digits)} ${unit}`;
}

/** For axes: `2.5 M` and `5 M`, without digits that say nothing. */
export function formatTick(value: number): string {
	return formatShort(value).replace(/\.(\d*?)0+ /, (_, kept: string) => (kept === "" ? " " : `.${kept} `));
}

/** Share 0…1 as `41 %`; small ones keep their digits so that "changed" never reads as nothing. */
export function formatShare(share: number | null): string {
	if (share === null) return unknown;
	const percent = share * 100;
	if (percent === 0) return "0 %";
	if (percent < 0.01) return "< 0.01 %";
	return `${percent < 1 ? percent.toFixed(2) : percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** US dollars: `$0.84`, `$12`; "–" for null. */
export function formatCost(usd: number | null): string {
	if (usd === null) return unknown;
	if (usd > 0 && usd < 0.01) return "< $0.01";
	return usd < 100 ? `$${usd.toFixed(2)}` : `$${exact.format(Math.round(usd))}`;
}

/** `412 B`, `1.2 kB`, `3.4 MB` (powers of 1000); "–" for null. */
export function formatBytes(bytes: number | null): string {
	if (bytes === null) return unknown;
	if (bytes < 1000) return `${bytes} B`;
	const units = ["kB", "MB", "GB", "TB"];
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** `1 file`, `3 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
	return counted(count, one, many);
}

/** A price per 1,000,000 tokens with the digits that it has: `$0.075`, `$30.00`, `$0.00` for free; "–" for null. */
export function formatPrice(usd: number | null): string {
	if (usd === null) return unknown;
	const digits = Math.min(4, Math.max(2, String(usd).split(".")[1]?.length ?? 0));
	return `$${usd.toFixed(digits)}`;
}
