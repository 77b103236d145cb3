import Link from "next/link";
import type { ReactNode } from "react";
import { formatBytes } from "@/components/format/number";
import { Hash } from "@/components/ui/hash";
import { MarkChip } from "@/components/verdict/mark-chip";
import { outcomeMarks } from "@/components/verdict/marks";
import { plainText } from "@/server/domain/plain-text.ts";
import type { RecordView } from "@/server/domain/views.ts";
import { ContentLink, ContentText } from "./content-text";
import { Facts } from "./facts";
import { Picture } from "./picture";
import { originMarks, originWords } from "./record-words";
import { PanelPart } from "./side-panel";

/** One execution record: what was observed, by whom, where, and its bytes. */
export function RecordPanel({ record, review }: { record: RecordView; review: ReactNode }) {
	const origin = originWords[record.origin];
	return (
		<>
			<RecordContent record={record} />
			{review}
			{record.observation === "" ? null : (
				<PanelPart name="observed">
					<p className="whitespace-pre-wrap wrap-anywhere">{plainText(record.observation)}</p>
				</PanelPart>
			)}
			<Facts
				facts={[
					[
						"says",
						record.passed === null ? null : (
							<MarkChip key="m" mark={outcomeMarks[record.passed ? "pass" : "fail"]} />
						),
					],
					["kind", record.kind.replaceAll("_", " ")],
					[
						"made by",
						<span key="o" className="flex flex-wrap items-baseline gap-x-2">
							<MarkChip mark={originMarks[record.origin]} />
							<span>{origin.why}</span>
						</span>,
					],
					["seen from", record.box === "black" ? "outside (black box)" : "inside (white box)"],
					["candidate", <Hash key="t" value={record.tree} what="tree hash" />],
					["content", record.sha256 ? <Hash key="s" value={record.sha256} what="sha256" /> : null],
					["size", record.size === null ? null : formatBytes(record.size)],
					[
						"call",
						record.invocationId ? (
							<Link
								key="i"
								href={`/invocations/${record.invocationId}`}
								className="underline decoration-rule-strong underline-offset-2"
							>
								the call that made it
							</Link>
						) : null,
					],
				]}
			/>
			<Environment environment={record.environment} />
		</>
	);
}

function RecordContent({ record }: { record: RecordView }) {
	const { content } = record;
	if (content === null) return null;
	if (
		record.width !== null &&
		record.height !== null &&
		content.url !== null &&
		content.mime.startsWith("image/")
	) {
		return (
			<a
				className="block"
				href={content.url}
				target="_blank"
				rel="noreferrer noopener"
				title="Open the picture alone"
			>
				<Picture
					picture={{ ...content, width: record.width, height: record.height }}
					alt={record.title}
					eager
				/>
			</a>
		);
	}
	if (content.mime.startsWith("text/") || content.mime === "application/json") {
		return <ContentText content={content} empty="The record is empty." />;
	}
	return <ContentLink content={content} />;
}

/** Browser, renderer, viewport and versions: what the observation depends on. */
export function Environment({ environment }: { environment: Record<string, string> }) {
	const names = Object.keys(environment);
	if (names.length === 0) return null;
	return (
		<PanelPart name="environment">
			<Facts
				facts={names.map((name) => [
					name,
					<span key={name} className="num text-xs">
						{environment[name]}
					</span>,
				])}
			/>
		</PanelPart>
	);
}
