"use client";
import { useQuery } from "@tanstack/react-query";
import { ContentLink } from "@/components/evidence/content-text";
import { useApi } from "@/components/live/api";
import { QueryFrame } from "@/components/ui/query-frame";
import { plainText } from "@/server/domain/plain-text.ts";
import type { FileView } from "@/server/domain/views.ts";

/** A file as text with line numbers; pictures as pictures; else why it isn't shown, and a link to its bytes. */
export function FileText({ candidateId, path }: { candidateId: string; path: string }) {
	const api = useApi();
	const query = useQuery(
		api.candidates.file.queryOptions({ candidateId, path }, { staleTime: Number.POSITIVE_INFINITY }),
	);
	return (
		<QueryFrame query={query} what="This file can't be shown." rows={8}>
			{(file) => <Shown file={file} />}
		</QueryFrame>
	);
}

function Shown({ file }: { file: FileView }) {
	const { content } = file;
	if (content?.url && content.mime.startsWith("image/")) {
		// biome-ignore lint/performance/noImgElement: signed local contents; the image optimiser would copy them
		return <img src={content.url} alt={file.path} className="max-w-full border border-rule-strong" />;
	}
	if (file.text === null) {
		return (
			<div className="flex flex-wrap items-center gap-3">
				<p className="text-ink-2">Not shown: {file.reason ?? "no text"}.</p>
				{content ? <ContentLink content={content}>Open its bytes</ContentLink> : null}
			</div>
		);
	}
	if (file.text === "") return <p className="text-ink-3">The file is empty.</p>;
	const text = plainText(file.text);
	const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
	return (
		<div
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
			tabIndex={0}
			className="num flex max-h-[80dvh] gap-3 overflow-auto text-xs leading-5"
		>
			<pre aria-hidden className="sticky left-0 bg-paper pr-1 text-right text-ink-3 select-none">
				{lines.map((_, index) => index + 1).join("\n")}
			</pre>
			<pre className="min-w-0">{lines.join("\n")}</pre>
		</div>
	);
}
