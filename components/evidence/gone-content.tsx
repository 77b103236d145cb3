import type { ContentRef } from "@/server/domain/views.ts";

/** Instead of bytes that can't be shown: who took them and when, or that they are hurt. Never a broken picture. */
export function GoneContent({ content, what }: { content: ContentRef; what: string }) {
	if (content.state === "removed" && content.removedAt !== null) {
		const date = new Date(content.removedAt).toISOString().slice(0, 10);
		return (
			<span className="text-xs text-ink-3" title={new Date(content.removedAt).toLocaleString()}>
				removed by gc on <span className="num">{date}</span>
			</span>
		);
	}
	const hurt = content.state === "missing" ? "missing" : "damaged";
	return (
		<span
			className="text-xs text-violation"
			title={`sha256 ${content.sha256}: run \`fuseline doctor --deep\`, or restore a backup`}
		>
			this {what} is {hurt}
		</span>
	);
}
