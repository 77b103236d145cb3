"use client";
import { useEffect, useRef } from "react";
import { addScope, type KeyBinding } from "./key-registry";

/**
 * Keys of a page or part, listed under `scope` by the `?` window. Bindings may change each render; the set of keys
 * and labels should not.
 */
export function useKeys(scope: string, bindings: KeyBinding[]): void {
	const latest = useRef(bindings);
	// The keyboard is the external system: it is listened to as long as the part is on the page.
	useEffect(() => {
		latest.current = bindings;
	});
	const shape = bindings.map((binding) => `${binding.key} ${binding.label}`).join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the bindings' keys and labels
	useEffect(() => {
		return addScope({
			scope,
			bindings: latest.current.map((binding, index) => ({
				...binding,
				run: (event) => latest.current[index]?.run(event),
			})),
		});
	}, [scope, shape]);
}
