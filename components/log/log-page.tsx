"use client";
import {
	parseAsArrayOf,
	parseAsBoolean,
	parseAsInteger,
	parseAsString,
	parseAsStringLiteral,
	useQueryStates,
} from "nuqs";
import { useRunFeed } from "@/components/live/use-run-feed";
import { RunFrame } from "@/components/run/run-frame";
import { LogFilterBar } from "./log-filter-bar";
import { logGroupNames, typesOf } from "./log-rows";
import { LogSearch } from "./log-search";
import { LogView } from "./log-view";
import { SearchedWords } from "./marked-text";
import { useLogWindow } from "./use-log-window";

/** The log of a run or of one call (`?invocation=`), filtered by kind, at the tail or at an event (`?seq=`). */
export function LogPage({ runId }: { runId: string }) {
	const { view } = useRunFeed(runId);
	const [query, setQuery] = useQueryStates({
		invocation: parseAsString,
		show: parseAsArrayOf(parseAsStringLiteral(logGroupNames)).withDefault([]),
		seq: parseAsInteger,
		follow: parseAsBoolean,
		/** words to find */
		q: parseAsString.withDefault(""),
	});
	const follow = query.follow ?? query.seq === null;
	const log = useLogWindow({
		runId,
		invocationId: query.invocation,
		types: typesOf(query.show),
		startAt: query.seq,
	});
	const goTo = (seq: number) => {
		void setQuery({ seq, follow: false });
		void log.reader.jump(seq);
	};
	const setFollow = (next: boolean) => {
		if (next && !log.window.atEnd) void log.reader.toEnd();
		void setQuery({ follow: next, ...(next ? { seq: null } : {}) });
	};
	return (
		<RunFrame runId={runId} tab="log" flush crumbs={[{ label: "log" }]}>
			{/* the window less the top line and the tabs: the log scrolls in itself */}
			<div className="flex h-[calc(100dvh-85px)] min-h-80 flex-col px-4 pt-3 md:px-6">
				<LogFilterBar
					runId={runId}
					live={view !== null && view.status !== "ended"}
					invocation={query.invocation}
					groups={query.show}
					follow={follow}
					onInvocation={(invocation) => void setQuery({ invocation, seq: null })}
					onGroups={(show) => void setQuery({ show: show.length === 0 ? null : show })}
					onFollow={setFollow}
					onSeq={goTo}
					search={
						<LogSearch
							scope={{ runId, invocationId: query.invocation, types: typesOf(query.show) }}
							words={query.q}
							at={query.seq}
							onWords={(words) => void setQuery({ q: words === "" ? null : words })}
							onSeq={goTo}
						/>
					}
				/>
				<SearchedWords value={query.q}>
					<LogView
						log={log}
						follow={follow}
						onFollow={setFollow}
						target={query.seq}
						found={query.q !== ""}
						showLoops={query.invocation === null}
					/>
				</SearchedWords>
			</div>
		</RunFrame>
	);
}
