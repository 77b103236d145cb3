"use client";
import { useState } from "react";
import { useEvidence } from "@/components/evidence/evidence-context";
import { type LookCall, lookCalls } from "@/components/evidence/look-calls";
import { Picture } from "@/components/evidence/picture";
import { RecordRef } from "@/components/evidence/record-ref";
import { originMarks } from "@/components/evidence/record-words";
import { plural } from "@/components/format/number";
import { formatClock } from "@/components/format/time";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { MarkChip } from "@/components/verdict/mark-chip";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ExaminationView } from "@/server/domain/views.ts";
import { testerName } from "./examination-switch";

const shownAtFirst = 20;

/** What a tester did at the browser that the runtime drives for it: each call is a record that it may cite. */
export function LookTable({ examination }: { examination: ExaminationView }) {
	const [all, setAll] = useState(false);
	const calls = lookCalls(examination.records);
	if (calls.length === 0) return null;
	const pictures = calls.filter((call) => call.record.kind === "screenshot").length;
	return (
		<Section
			title="At the tester's browser"
			className="pt-6"
			aside={
				<span className="flex flex-wrap items-center justify-end gap-x-3 text-xs text-ink-3">
					<MarkChip
						mark={originMarks.mediated}
						title="done by the tester through our side, each call recorded"
					/>
					<span className="num">
						{plural(calls.length, "call")}, {plural(pictures, "picture")}
					</span>
					{examination.official ? null : <span>again: {testerName(examination)}</span>}
				</span>
			}
		>
			<div className="relative overflow-x-auto">
				<Table>
					<thead>
						<tr>
							<Th>record</Th>
							<Th className="max-md:hidden">time</Th>
							<Th>call</Th>
							<Th className="max-md:hidden">page after</Th>
							<Th className="max-lg:hidden">window</Th>
							<Th>picture</Th>
						</tr>
					</thead>
					<tbody>
						{(all ? calls : calls.slice(0, shownAtFirst)).map((call) => (
							<CallRow key={call.record.ref} call={call} examination={examination} />
						))}
					</tbody>
				</Table>
			</div>
			{calls.length > shownAtFirst && !all ? (
				<Button variant="quiet" className="mt-2" onClick={() => setAll(true)}>
					Show all {calls.length} calls
				</Button>
			) : null}
		</Section>
	);
}

function CallRow({ call, examination }: { call: LookCall; examination: ExaminationView }) {
	const { open } = useEvidence();
	const { record } = call;
	const { content, width, height } = record;
	return (
		<Tr className="align-top hover:bg-sunken">
			<Td className="py-1">
				<RecordRef examination={examination} cited={record.ref} />
			</Td>
			<Td className="num py-1 text-xs text-ink-3 max-md:hidden">
				{call.at === null ? "" : formatClock(call.at)}
			</Td>
			<Td className="w-full py-1 whitespace-normal">
				<span className="font-medium">{call.verb}</span>{" "}
				<span className="num text-xs text-ink-2 wrap-anywhere" title={call.argument}>
					{shortened(plainText(call.argument))}
				</span>
				{call.consoleErrors > 0 ? (
					<span className="block text-xs text-fail">{plural(call.consoleErrors, "console error")}</span>
				) : null}
			</Td>
			<Td className="num max-w-64 truncate py-1 text-xs text-ink-3 max-md:hidden" title={call.page}>
				{call.page}
			</Td>
			<Td className="num py-1 text-xs text-ink-3 max-lg:hidden">{call.viewport}</Td>
			<Td className="py-1">
				{content?.url && width !== null && height !== null ? (
					<button
						type="button"
						aria-label={`Open the picture ${call.argument}`}
						onClick={() => open({ kind: "record", id: record.ref, examination: examination.id })}
					>
						<Picture picture={{ ...content, width, height }} alt="" className="h-12 w-auto max-w-none" />
					</button>
				) : null}
			</Td>
		</Tr>
	);
}

function shortened(text: string): string {
	return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
