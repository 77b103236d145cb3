import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { DomainError } from "../domain/errors.ts";
import type { ImageComparison } from "../domain/views.ts";
import type { ImageAnswer, ImageRequest } from "./image-worker.ts";

const cached = 50;
const idleMs = 30_000;

export interface ImageComparer {
	/** PNG (or any picture that sharp reads), earlier and later. Throws `DomainError` when one can't be read. */
	compareImages(a: Buffer, b: Buffer): Promise<ImageComparison>;
	close(): Promise<void>;
}

/**
 * Compares pictures in one worker thread, started when it is first needed and ended after half a minute without work.
 * The last 50 comparisons are kept, by the sha256 of both pictures; equal questions at once are asked once.
 * `entry`: bundle of `image-worker.ts`.
 */
export function createImageComparer(entry: string): ImageComparer {
	const answers = new Map<string, Promise<ImageComparison>>();
	const waiting = new Map<
		number,
		{ resolve: (result: ImageComparison) => void; reject: (error: Error) => void }
	>();
	let worker: Worker | null = null;
	let idle: NodeJS.Timeout | undefined;
	let next = 1;

	function running(): Worker {
		if (worker !== null) return worker;
		const started = new Worker(entry, { env: {}, execArgv: [] });
		const fail = (why: string) => {
			// one that was ended for want of work has no questions of its own left
			if (worker !== started) return;
			worker = null;
			for (const { reject } of waiting.values()) reject(new DomainError("infrastructure", why));
			waiting.clear();
		};
		started.on("message", (answer: ImageAnswer) => {
			const question = waiting.get(answer.id);
			waiting.delete(answer.id);
			if ("result" in answer) question?.resolve(answer.result);
			else
				question?.reject(new DomainError("invalid_input", `The pictures can't be compared: ${answer.error}`));
			rest();
		});
		started.on("error", (error) => fail(`The picture comparison failed: ${error.message}`));
		started.on("exit", () => fail("The picture comparison ended early."));
		started.unref();
		worker = started;
		return started;
	}

	function rest(): void {
		clearTimeout(idle);
		idle = setTimeout(() => {
			if (waiting.size > 0) return;
			void worker?.terminate();
			worker = null;
		}, idleMs);
		idle.unref();
	}

	function ask(a: Buffer, b: Buffer): Promise<ImageComparison> {
		const id = next;
		next += 1;
		return new Promise((resolve, reject) => {
			waiting.set(id, { resolve, reject });
			running().postMessage({ id, a, b } satisfies ImageRequest);
		});
	}

	return {
		compareImages(a, b) {
			const key = `${sha256(a)} ${sha256(b)}`;
			const known = answers.get(key);
			if (known !== undefined) {
				answers.delete(key);
				answers.set(key, known);
				return known;
			}
			const answer = ask(a, b);
			answers.set(key, answer);
			answer.catch(() => answers.delete(key));
			if (answers.size > cached) answers.delete(answers.keys().next().value as string);
			return answer;
		},
		async close() {
			clearTimeout(idle);
			await worker?.terminate();
			worker = null;
		},
	};
}

function sha256(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}
