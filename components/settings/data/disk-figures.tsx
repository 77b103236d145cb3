import { formatBytes, formatExact } from "@/components/format/number";
import { MarkChip } from "@/components/verdict/mark-chip";
import { type ContentKind, contentKinds, type DiskView } from "@/server/domain/upkeep-views.ts";

const words: Record<ContentKind, string> = {
	artifact: "files of candidates",
	manifest: "lists of files",
	screenshot: "screenshots",
	check: "outputs of checks",
	record: "other records",
	transcript: "transcripts of calls",
	prompt: "prompts and inputs",
	spec: "specs and configuration",
	other: "other contents",
	unreferenced: "named by nothing",
};

interface Line {
	name: string;
	bytes: number;
	/** for contents: what they would take without sharing and packing */
	logical: number | null;
	count: number | null;
}

function linesOf(disk: DiskView): Line[] {
	const contents = contentKinds.flatMap((kind): Line[] => {
		const amount = disk.kinds[kind];
		if (!amount || (amount.logical === 0 && amount.stored === 0)) return [];
		return [{ name: words[kind], bytes: amount.stored, logical: amount.logical, count: amount.contents }];
	});
	const plain = (name: string, bytes: number): Line => ({ name, bytes, logical: null, count: null });
	const free = disk.projects.reduce((sum, project) => sum + project.free, 0);
	const others = [
		plain("main database", disk.database.onDisk),
		plain("copies from before a migration", disk.database.copies),
		plain("empty pages of contents files", free),
		plain("workspaces of runs", disk.folders.workspaces),
		plain("caches", disk.folders.caches),
		plain("written-out pictures", disk.folders.exports),
		plain("logs", disk.folders.logs),
		plain("reserve and other files", disk.folders.other),
	].filter((line) => line.bytes > 0);
	return [...contents, ...others].sort((a, b) => b.bytes - a.bytes);
}

/** Totals in one line, then each kind of data as a bar, biggest first. */
export function DiskFigures({ disk }: { disk: DiskView }) {
	const lines = linesOf(disk);
	const most = Math.max(1, ...lines.map((line) => line.bytes));
	const low = disk.freeBytes < disk.minFreeBytes;
	return (
		<div className="space-y-3">
			<p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
				<span>
					<span className="num">{formatBytes(disk.onDisk)}</span> used
				</span>
				<MarkChip
					mark={
						low
							? {
									shape: "triangle",
									tone: "blocked",
									word: `${formatBytes(disk.freeBytes)} free: runs pause`,
								}
							: { shape: "disc", tone: "pass", word: `${formatBytes(disk.freeBytes)} free` }
					}
				/>
				<span className="text-xs text-ink-3">runs pause below {formatBytes(disk.minFreeBytes)}</span>
				<span className="num text-xs text-ink-3 wrap-anywhere">{disk.path}</span>
			</p>
			<div className="grid gap-x-3 text-sm">
				{lines.map((line) => (
					<div
						key={line.name}
						className="grid min-h-7 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_4rem] items-center gap-x-3 border-b border-rule md:grid-cols-[14rem_minmax(0,1fr)_4rem_13rem]"
					>
						<span className="truncate">{line.name}</span>
						<span aria-hidden className="h-1.5">
							<span
								className="block h-1.5 min-w-px bg-ink-2"
								style={{ width: `${(line.bytes / most) * 100}%` }}
							/>
						</span>
						<span className="num text-right text-xs">{formatBytes(line.bytes)}</span>
						<span className="hidden text-xs text-ink-3 md:block">
							{line.count === null
								? ""
								: `${formatExact(line.count)} · ${formatBytes(line.logical)} unshared`}
						</span>
					</div>
				))}
			</div>
		</div>
	);
}
