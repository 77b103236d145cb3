"use client";
import Link from "next/link";
import type { RunView } from "@/server/domain/run-view.ts";
import { cn } from "../ui/class-names";
import type { RunTab } from "./run-frame";
import { RunStatusLine } from "./run-status-line";

const tabs: { tab: RunTab; label: string; path: string }[] = [
	{ tab: "ledger", label: "Ledger", path: "" },
	{ tab: "screens", label: "Screens", path: "/screens" },
	{ tab: "issues", label: "Issues", path: "/issues" },
	{ tab: "log", label: "Log", path: "/log" },
];

const look =
	"flex h-9 items-center gap-1.5 border-b border-transparent text-sm whitespace-nowrap text-ink-2 hover:text-ink";

/** The run's pages in one line, and at its end what the run does now. */
export function RunTabs({ runId, tab, view }: { runId: string; tab: RunTab; view: RunView | null }) {
	const open = view?.issues.filter(
		(issue) => issue.status !== "closed" && issue.status !== "policy_invalidated",
	);
	return (
		<nav
			aria-label="Parts of this run"
			className="flex items-end justify-between gap-4 overflow-x-auto px-4 shadow-[inset_0_-1px_0_var(--rule)] md:px-6"
		>
			<ul className="flex gap-5">
				{tabs.map((entry) => (
					<li key={entry.tab}>
						<Link
							href={`/runs/${runId}${entry.path}`}
							aria-current={entry.tab === tab ? "page" : undefined}
							className={cn(look, entry.tab === tab && "border-ink font-medium text-ink")}
						>
							{entry.label}
							{entry.tab === "issues" && open && open.length > 0 ? (
								<span className="num text-xs text-ink-3" title="issues that are not closed">
									{open.length}
								</span>
							) : null}
						</Link>
					</li>
				))}
				<li>
					<Link href={`/compare?runs=${runId}`} className={look}>
						Compare
					</Link>
				</li>
			</ul>
			{view ? (
				<span className="flex h-9 items-center max-sm:hidden">
					<RunStatusLine view={view} />
				</span>
			) : null}
		</nav>
	);
}
