import Link from "next/link";
import { Picture } from "@/components/evidence/picture";
import { originMarks } from "@/components/evidence/record-words";
import { plural } from "@/components/format/number";
import { loopName } from "@/components/format/run-names";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { ScreensView } from "@/server/domain/views.ts";

/** Pictures that testers took themselves, loop after loop; each leads to its record. */
export function TakenStrip({ runId, taken }: { runId: string; taken: ScreensView["taken"] }) {
	if (taken.length === 0) return null;
	return (
		<section aria-label="Taken by testers">
			<header className="flex min-h-8 flex-wrap items-end gap-x-4 border-b border-rule pb-1.5">
				<h2 className="text-sm font-semibold">Taken by testers</h2>
				<MarkChip
					mark={originMarks.mediated}
					title="the tester's calls at a browser on our side, each recorded"
				/>
				<span className="num text-xs text-ink-3">{plural(taken.length, "picture")}</span>
			</header>
			<div
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="relative flex gap-3 overflow-x-auto py-3"
			>
				{taken.map((picture) => (
					<Link
						key={`${picture.examinationId} ${picture.ref}`}
						href={`/runs/${runId}/loops/${picture.loop}?show=${encodeURIComponent(`record:${picture.ref}`)}`}
						className="group w-max shrink-0"
					>
						<Picture
							picture={picture.screenshot}
							alt={`${picture.name}, loop ${loopName(picture.loop)}`}
							className="h-33 w-auto max-w-none group-hover:border-ink-3"
						/>
						<span className="flex items-center gap-2 pt-1 text-xs text-ink-3">
							<span className="num text-ink-2">{loopName(picture.loop)}</span>
							<span className="max-w-40 truncate">{picture.name}</span>
						</span>
					</Link>
				))}
			</div>
		</section>
	);
}
