const exact = new Intl.NumberFormat("en-US");

/** `1 run`, `3 runs`, `1,204 events`: a number with its word. */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${exact.format(count)} ${count === 1 ? one : many}`;
}
