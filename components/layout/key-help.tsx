"use client";
import { useState, useSyncExternalStore } from "react";
import { type KeyScope, keyScopes } from "../keys/key-registry";
import { useKeys } from "../keys/use-keys";
import { Dialog } from "../ui/dialog";
import { Key } from "../ui/key";

const none: readonly KeyScope[] = [];

/** `?` lists the keys of what is on the page now. */
export function KeyHelp() {
	const [open, setOpen] = useState(false);
	useKeys("Everywhere", [{ key: "?", label: "List the keys", run: () => setOpen(true) }]);
	const scopes = useSyncExternalStore(
		keyScopes.subscribe,
		() => keyScopes.get(),
		() => none,
	);
	return (
		<Dialog open={open} onOpenChange={setOpen} title="Keys">
			<div className="space-y-4">
				{groupByName(scopes).map(([name, bindings]) => (
					<section key={name}>
						<h3 className="label mb-1">{name}</h3>
						<dl className="space-y-1">
							{bindings.map((binding) => (
								<div key={binding.key + binding.label} className="flex justify-between gap-6">
									<dt>{binding.label}</dt>
									<dd>
										<Key>{keyName(binding.key)}</Key>
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}

function keyName(key: string): string {
	return key.replace("mod+", "⌘ / Ctrl ").replace(/^ $/, "Space").replace("Escape", "Esc");
}

function groupByName(scopes: readonly KeyScope[]): [string, KeyScope["bindings"]][] {
	const groups = new Map<string, KeyScope["bindings"]>();
	for (const { scope, bindings } of scopes) groups.set(scope, [...(groups.get(scope) ?? []), ...bindings]);
	return [...groups].reverse();
}
