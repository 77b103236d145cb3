import { externalValue } from "../live/external-value";

export interface KeyBinding {
	/** `j`, `Enter`, `?`, `Shift+K`; `mod+k` for ⌘ or Ctrl */
	key: string;
	label: string;
	run: (event: KeyboardEvent) => void;
	/** works while a text field has the focus, too */
	everywhere?: boolean;
}

export interface KeyScope {
	scope: string;
	bindings: KeyBinding[];
}

/** What the page listens to now; the `?` window lists it. */
export const keyScopes = externalValue<readonly KeyScope[]>([]);

export function addScope(scope: KeyScope): () => void {
	keyScopes.set([...keyScopes.get(), scope]);
	return () => keyScopes.set(keyScopes.get().filter((other) => other !== scope));
}

function nameOf(event: KeyboardEvent): string {
	if (event.metaKey || event.ctrlKey) return `mod+${event.key.toLowerCase()}`;
	return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
	);
}

/** `Enter` and `Space` belong to a focused button or link before they belong to the page, arrows to a focused slider. */
function isTaken(event: KeyboardEvent): boolean {
	if (event.key.startsWith("Arrow"))
		return event.target instanceof HTMLInputElement && event.target.type === "range";
	const plain = event.key === "Enter" || event.key === " ";
	return plain && event.target instanceof HTMLElement && event.target.closest("button, a, summary") !== null;
}

/** Runs the youngest scope's binding for a key; windows over the page keep their keys. */
export function dispatchKey(event: KeyboardEvent): void {
	if (event.defaultPrevented || event.altKey || isTaken(event)) return;
	const name = nameOf(event);
	const typing = isTyping(event.target);
	const overlaid = event.target instanceof HTMLElement && event.target.closest("[role=dialog]") !== null;
	for (const scope of [...keyScopes.get()].reverse()) {
		for (const binding of scope.bindings) {
			if (binding.key !== name || ((typing || overlaid) && !binding.everywhere)) continue;
			event.preventDefault();
			binding.run(event);
			return;
		}
	}
}
