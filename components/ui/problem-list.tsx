import type { Problem } from "@/server/domain/errors.ts";
import { cn } from "./class-names";

/** What is wrong, where (with its line), and how to mend it; nothing when all is well. */
export function ProblemList({
	problems,
	tone = "problem",
	showWhere = true,
	id,
}: {
	problems: Problem[];
	tone?: "problem" | "warning";
	showWhere?: boolean;
	id?: string;
}) {
	if (problems.length === 0) return null;
	return (
		<ul id={id} className={cn("space-y-0.5 text-xs", tone === "problem" ? "text-fail" : "text-blocked")}>
			{problems.map((problem) => (
				<li key={`${problem.where}:${problem.line ?? ""}:${problem.what}`}>
					{showWhere ? (
						<span className="num">
							{problem.where}
							{problem.line && !/:\d+$/.test(problem.where) ? `:${problem.line}` : ""}{" "}
						</span>
					) : problem.line ? (
						<span className="num">line {problem.line}: </span>
					) : null}
					{problem.what}
					{problem.mend ? <span className="text-ink-2"> · {problem.mend}</span> : null}
				</li>
			))}
		</ul>
	);
}
