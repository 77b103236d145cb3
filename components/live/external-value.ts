/** A value that lives outside React: what `useSyncExternalStore` wants, with a setter. */
export interface ExternalValue<T> {
	get(): T;
	set(next: T): void;
	subscribe(listener: () => void): () => void;
}

export function externalValue<T>(initial: T): ExternalValue<T> {
	let value = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => value,
		set(next) {
			if (Object.is(next, value)) return;
			value = next;
			for (const listener of listeners) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
