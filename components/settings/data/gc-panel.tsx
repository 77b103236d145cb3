"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { formatBytes, plural } from "@/components/format/number";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { QueryFrame } from "@/components/ui/query-frame";
import { type Retention, retentionSchema } from "@/server/domain/retention.ts";
import type { GcReport } from "@/server/domain/upkeep-views.ts";

const fields: { key: keyof Retention; label: string; hint: string }[] = [
	{ key: "keepCandidates", label: "candidates per run", hint: "the last ones of each run stay" },
	{ key: "keepDays", label: "days for candidates", hint: "younger ones stay, however many" },
	{ key: "transcriptDays", label: "days for transcripts", hint: "raw output of the CLIs" },
	{ key: "cacheDays", label: "days for caches", hint: "since their last use" },
];

/** The policy, what it would take now, and the button that takes it. */
export function GcPanel({ onDone }: { onDone: () => void }) {
	const api = useApi();
	const query = useQuery(api.upkeep.retention.queryOptions());
	return (
		<QueryFrame query={query} what="The retention policy can't be read." rows={3}>
			{(policy) => <GcForm saved={policy} onDone={onDone} />}
		</QueryFrame>
	);
}

function GcForm({ saved, onDone }: { saved: Retention; onDone: () => void }) {
	const api = useApi();
	const queries = useQueryClient();
	const [text, setText] = useState(
		() =>
			Object.fromEntries(fields.map(({ key }) => [key, String(saved[key])])) as Record<
				keyof Retention,
				string
			>,
	);
	const numbers = Object.fromEntries(
		fields.map(({ key }) => [key, text[key].trim() === "" ? Number.NaN : Number(text[key])]),
	);
	const parsed = retentionSchema.safeParse(numbers);
	const [asked, setAsked] = useState<Retention | null>(null);
	const plan = useQuery({
		...api.upkeep.plan.queryOptions(asked ?? saved),
		enabled: asked !== null,
		staleTime: 0,
		gcTime: 0,
	});
	const fail = (error: { message: string }) => void toast.error(error.message);
	const save = useMutation(
		api.upkeep.setRetention.mutationOptions({
			onSuccess: () => void queries.invalidateQueries({ queryKey: api.upkeep.retention.queryKey() }),
			onError: fail,
		}),
	);
	const gc = useMutation(
		api.upkeep.gc.mutationOptions({
			onSuccess: (report) => {
				toast.success(`${formatBytes(report.freedBytes)} came back to the disk.`);
				setAsked(null);
				onDone();
			},
			onError: fail,
		}),
	);
	const changed = parsed.success && fields.some(({ key }) => parsed.data[key] !== saved[key]);
	return (
		<div className="space-y-4">
			<div className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
				{fields.map(({ key, label, hint }) => (
					<Field
						key={key}
						id={`retention-${key}`}
						label={label}
						hint={hint}
						problems={(parsed.error?.issues ?? [])
							.filter((issue) => issue.path[0] === key)
							.map((issue) => ({ where: key, what: issue.message }))}
					>
						<Input
							id={`retention-${key}`}
							mono
							inputMode="numeric"
							value={text[key]}
							aria-invalid={parsed.error?.issues.some((issue) => issue.path[0] === key) ?? false}
							onChange={(event) => {
								setText({ ...text, [key]: event.target.value });
								setAsked(null);
							}}
						/>
					</Field>
				))}
			</div>
			<p className="max-w-prose text-xs text-ink-3">
				Runs that haven't ended, pinned runs and candidates, the last accepted candidate, what an open issue
				was last seen in, and every record that a claim or a finding cites stay whatever is set here. What
				goes leaves a note with its date.
			</p>
			<div className="flex flex-wrap items-center gap-2">
				<Button
					disabled={!parsed.success || plan.isFetching}
					onClick={() => parsed.data && setAsked(parsed.data)}
				>
					{plan.isFetching ? "Looking…" : "Show what would go"}
				</Button>
				<Button
					variant="quiet"
					disabled={!changed || save.isPending}
					onClick={() => parsed.data && save.mutate(parsed.data)}
				>
					Save the policy
				</Button>
			</div>
			{asked !== null ? (
				<QueryFrame query={plan} what="What would go can't be found out." rows={4}>
					{(report) => <Plan report={report} busy={gc.isPending} onGo={() => gc.mutate(asked)} />}
				</QueryFrame>
			) : null}
		</div>
	);
}

const shownItems = 200;

function Plan({ report, busy, onGo }: { report: GcReport; busy: boolean; onGo: () => void }) {
	if (report.items.length === 0) return <p className="text-sm">Nothing would go.</p>;
	const items = [...report.items].sort((a, b) => b.bytes - a.bytes);
	return (
		<div className="space-y-3">
			<ul
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
				tabIndex={0}
				className="max-h-80 overflow-y-auto border-y border-rule-strong"
				aria-label="What would go"
			>
				{items.slice(0, shownItems).map((item) => (
					<li
						key={`${item.kind} ${item.what}`}
						className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-1 text-sm last:border-0"
					>
						<span className="num text-right text-xs leading-5">{formatBytes(item.bytes)}</span>
						<span className="min-w-0 wrap-anywhere">
							{item.what} <span className="text-xs text-ink-3">{item.why}</span>
						</span>
					</li>
				))}
			</ul>
			{items.length > shownItems ? (
				<p className="text-xs text-ink-3">and {plural(items.length - shownItems, "smaller thing")}</p>
			) : null}
			{report.notes.map((note) => (
				<p key={note} className="text-xs text-ink-2">
					{note}
				</p>
			))}
			<ConfirmButton
				variant="danger"
				disabled={busy}
				title="Remove for good?"
				description={`${plural(items.length, "thing")}, ${formatBytes(report.bytes)}. Verdicts, lists of files and the log stay; the bytes don't come back.`}
				confirm={`Remove ${formatBytes(report.bytes)}`}
				onConfirm={onGo}
			>
				{busy ? "Removing…" : `Remove ${formatBytes(report.bytes)}…`}
			</ConfirmButton>
		</div>
	);
}
