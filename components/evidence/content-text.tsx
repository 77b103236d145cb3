"use client";
import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "@/components/format/number";
import { Button } from "@/components/ui/button";
import { SkeletonRows } from "@/components/ui/skeleton";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ContentRef } from "@/server/domain/views.ts";
import { GoneContent } from "./gone-content";

const limit = 200_000;

async function readText(url: string): Promise<{ text: string; cut: boolean }> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`the content could not be read (${response.status})`);
	const text = await response.text();
	return { text: text.slice(0, limit), cut: text.length > limit };
}

/** A stored content as plain text, read when it is shown; a link to the second site where it can't be read here. */
export function ContentText({ content, empty }: { content: ContentRef | null; empty: string }) {
	const url = content?.url ?? null;
	const query = useQuery({
		queryKey: ["content", url],
		queryFn: () => readText(url as string),
		enabled: url !== null && (content?.size ?? 0) > 0,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (content !== null && content.state !== "kept") return <GoneContent content={content} what="content" />;
	if (content === null || content.size === 0) return <p className="text-xs text-ink-3">{empty}</p>;
	if (url === null) return <ContentLink content={content} />;
	if (query.error) return <p className="text-xs text-fail">{query.error.message}</p>;
	if (!query.data) return <SkeletonRows rows={3} label="Reading the content" />;
	return (
		<div className="space-y-2">
			<pre
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="num max-h-[50dvh] overflow-auto border-l border-rule-strong pl-3 text-xs whitespace-pre-wrap wrap-anywhere"
			>
				{plainText(query.data.text)}
			</pre>
			{query.data.cut ? (
				<p className="text-xs text-ink-3">
					The first {formatBytes(limit)} of {formatBytes(content.size)}.
				</p>
			) : null}
		</div>
	);
}

/** Opens a content on the second site, where what an agent made can touch nothing. */
export function ContentLink({ content, children = "Open" }: { content: ContentRef; children?: string }) {
	const href = content.artifactUrl ?? content.url;
	if (content.state !== "kept") return <GoneContent content={content} what="content" />;
	if (href === null) return <span className="text-xs text-ink-3">{formatBytes(content.size)}</span>;
	return (
		<Button asChild variant="secondary">
			<a href={href} target="_blank" rel="noreferrer noopener">
				{children} <span className="num text-xs text-ink-3">{formatBytes(content.size)}</span>
			</a>
		</Button>
	);
}
