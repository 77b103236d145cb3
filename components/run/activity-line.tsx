"use client";
import Link from "next/link";
import type { RunView } from "@/server/domain/run-view.ts";
import { Elapsed } from "../format/time-text";
import { Chip } from "../ui/chip";
import { Shape } from "../verdict/shape";
import { roleTitles } from "./players";

/** The call that is under way, one line; its transcript is a click away. */
export function ActivityLine({ view }: { view: RunView }) {
	const call = view.invocation;
	if (call === null || view.status === "ended") return null;
	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
			<span>
				{roleTitles[call.role]} at work with{" "}
				<span className="num text-ink">
					{call.harness}
					{call.model ? `/${call.model}` : ""}
				</span>{" "}
				for <Elapsed from={call.since} to={null} />
			</span>
			{call.sandbox === "none" ? (
				<Chip tone="blocked" look="plain" mark={<Shape name="triangle" />}>
					no sandbox: nothing of this can be accepted
				</Chip>
			) : null}
			<Link
				href={`/runs/${view.runId}/log?invocation=${call.id}`}
				className="underline decoration-rule-strong underline-offset-2 hover:text-ink"
			>
				Follow its log
			</Link>
		</p>
	);
}
