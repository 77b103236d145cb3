import { errors } from "playwright-core";
import { StepFailure } from "./steps.ts";

/** The library's first line says it; the rest is a call log that repeats the step. */
export function reason(error: unknown): string {
	if (error instanceof errors.TimeoutError) {
		const time = /Timeout (\d+)ms/.exec(error.message)?.[1];
		return time === undefined
			? "timed out"
			: `nothing to act on within ${Math.round(Number(time) / 100) / 10} s`;
	}
	const text = error instanceof Error ? error.message : String(error);
	const first = text.split("\n")[0] ?? "";
	return first.replace(/^(page|locator)\.\w+: /, "").slice(0, 500);
}

/** Ends waiting, not the work: what hangs is ended with its context. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	work.catch(() => {});
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new StepFailure("time is up", true)), milliseconds);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
