"use client";
import { formatSpan } from "../format/time";
import { useNow } from "../format/use-now";
import { useConnection } from "../live/connection";
import { Shape } from "../verdict/shape";

/** Said on every page while nobody answers: what one sees is old, what became of the runs, and what to do. */
export function OfflineBar() {
	const { state, since } = useConnection();
	const now = useNow();
	if (state !== "offline") return null;
	const span = since > 0 && now > since ? ` for ${formatSpan(now - since)}` : "";
	return (
		<div role="status" className="border-b border-fail px-4 py-2 text-sm md:px-6">
			<p className="flex items-center gap-2 font-medium">
				<Shape name="cross" className="text-fail" />
				The daemon doesn't answer{span}
			</p>
			<p className="max-w-3xl text-ink-2">
				This page shows what was known then. After a crash, runs at work go on without it; after Ctrl-C they
				rest. Start it again with <code className="num text-xs">npm start</code>: this page comes back by
				itself.
			</p>
		</div>
	);
}
