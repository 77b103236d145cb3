/** Ctrl-C or a polite kill, as something to wait for; waiting keeps the process alive. */
export interface Interruption {
	come: Promise<"interrupted">;
	/** stops listening, so that the process may end */
	release(): void;
}

const aDay = 24 * 3600_000;

export function awaitInterruption(): Interruption {
	let hear = () => {};
	// a signal handler alone doesn't hold a process
	const alive = setInterval(() => {}, aDay);
	const come = new Promise<"interrupted">((resolve) => {
		hear = () => resolve("interrupted");
		process.once("SIGINT", hear).once("SIGTERM", hear);
	});
	return {
		come,
		release() {
			clearInterval(alive);
			process.off("SIGINT", hear).off("SIGTERM", hear);
		},
	};
}
