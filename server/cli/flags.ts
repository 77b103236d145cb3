import { InvalidArgumentError } from "commander";

/** For flags that may be given several times. */
export function collect(value: string, before: string[]): string[] {
	return [...before, value];
}

/** Parses a flag that counts something. */
export function positiveInteger(flag: string): (value: string) => number {
	return wholeNumber(flag, 1);
}

/** Parses a whole number of at least `least`. */
export function wholeNumber(flag: string, least: number): (value: string) => number {
	return (value) => {
		const number = Number(value);
		if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
		throw new InvalidArgumentError(`${flag} takes a whole number of at least ${least}.`);
	};
}

/** Parses a number that may be 0 or a fraction: days, seconds. */
export function anyNumber(flag: string): (value: string) => number {
	return (value) => {
		const number = Number(value);
		if (/^\d+(\.\d+)?$/.test(value) && Number.isFinite(number)) return number;
		throw new InvalidArgumentError(`${flag} takes a number of at least 0.`);
	};
}
