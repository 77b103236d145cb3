"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowDownToLine } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { loopName } from "@/components/format/run-names";
import { useKeys } from "@/components/keys/use-keys";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { type LogGroup, logGroupNames, logGroups } from "./log-rows";

/** What to show, from which call, and where to stand. */
export function LogFilterBar({
	runId,
	live,
	invocation,
	groups,
	follow,
	onInvocation,
	onGroups,
	onFollow,
	onSeq,
	search,
}: {
	runId: string;
	live: boolean;
	invocation: string | null;
	groups: LogGroup[];
	follow: boolean;
	onInvocation: (invocation: string | null) => void;
	onGroups: (groups: LogGroup[]) => void;
	onFollow: (follow: boolean) => void;
	onSeq: (seq: number) => void;
	search: ReactNode;
}) {
	const [seq, setSeq] = useState("");
	useKeys("Log", [{ key: "f", label: "follow the tail", run: () => onFollow(!follow) }]);
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule-strong pb-2">
			<fieldset className="flex flex-wrap gap-1">
				<legend className="sr-only">Kinds of events</legend>
				{logGroupNames.map((name) => (
					<GroupToggle key={name} name={name} groups={groups} onGroups={onGroups} />
				))}
			</fieldset>
			{invocation ? (
				<CallFilter runId={runId} invocation={invocation} onInvocation={onInvocation} />
			) : (
				<span className="text-xs text-ink-3">all calls of the run</span>
			)}
			<span className="ml-auto max-sm:w-full">{search}</span>
			<form
				className="flex max-sm:ml-auto items-center gap-2"
				onSubmit={(event) => {
					event.preventDefault();
					const number = Number(seq.replaceAll(/[^\d]/g, ""));
					if (number > 0) onSeq(number);
				}}
			>
				<Input
					mono
					inputMode="numeric"
					aria-label="Jump to event number"
					placeholder="event no."
					className="h-7 w-24 text-xs"
					value={seq}
					onChange={(event) => setSeq(event.target.value)}
				/>
				<Button aria-pressed={follow} onClick={() => onFollow(!follow)} className={cn(follow && "bg-sunken")}>
					<ArrowDownToLine aria-hidden className={cn(follow && live && "animate-breathe text-accent")} />
					{follow ? "following" : "follow"}
				</Button>
			</form>
		</div>
	);
}

function GroupToggle({
	name,
	groups,
	onGroups,
}: {
	name: LogGroup;
	groups: LogGroup[];
	onGroups: (groups: LogGroup[]) => void;
}) {
	const on = groups.length === 0 || groups.includes(name);
	const toggle = () => {
		const chosen = groups.length === 0 ? logGroupNames : groups;
		const next = chosen.includes(name) ? chosen.filter((group) => group !== name) : [...chosen, name];
		onGroups(next.length === logGroupNames.length ? [] : next);
	};
	return (
		<button
			type="button"
			aria-pressed={on}
			onClick={toggle}
			className={cn(
				"h-7 rounded-md border px-2 text-xs",
				on ? "border-rule-strong text-ink" : "border-transparent text-ink-3 line-through",
			)}
		>
			{logGroups[name].label}
		</button>
	);
}

function CallFilter({
	runId,
	invocation,
	onInvocation,
}: {
	runId: string;
	invocation: string;
	onInvocation: (invocation: string | null) => void;
}) {
	const api = useApi();
	const call = useQuery(api.invocations.get.queryOptions({ invocationId: invocation })).data;
	return (
		<span className="flex min-w-0 items-center gap-2 text-xs">
			<Link
				href={`/invocations/${invocation}`}
				className="truncate underline decoration-rule-strong underline-offset-2"
			>
				{call ? `loop ${loopName(call.loop)} · ${call.role} · ${call.harness}` : "one call"}
				{call && call.attempt > 1 ? ` · attempt ${call.attempt}` : ""}
			</Link>
			{call ? (
				<Link href={`/runs/${runId}/loops/${call.loop}`} className="text-ink-3 hover:text-ink">
					loop
				</Link>
			) : null}
			<Button variant="quiet" onClick={() => onInvocation(null)}>
				all calls
			</Button>
		</span>
	);
}
