"use client";
import Link from "next/link";
import { Facts } from "@/components/evidence/facts";
import { plural } from "@/components/format/number";
import { Ago } from "@/components/format/time-text";
import { testerName } from "@/components/loops/examination-switch";
import { Hash } from "@/components/ui/hash";
import { VerdictLine } from "@/components/verdict/verdict-mark";
import type { CandidateView } from "@/server/domain/views.ts";

const link = "underline decoration-rule-strong underline-offset-2 hover:decoration-ink";

/** Examinations beside each other, where it came from and led to, its hashes, and what was left out of it. */
export function CandidateFacts({ candidate }: { candidate: CandidateView }) {
	return (
		<div className="grid gap-x-10 gap-y-4 py-4 lg:grid-cols-2">
			<Examinations candidate={candidate} />
			<Facts
				facts={[
					["tree", <Hash key="t" value={candidate.tree} what="tree hash" />],
					["git tree", <Hash key="g" value={candidate.gitTree} what="git tree id" />],
					[
						"parent",
						candidate.parentId ? (
							<Link
								key="p"
								href={`/runs/${candidate.runId}/candidates/${candidate.parentId}`}
								className={`num text-xs ${link}`}
							>
								{candidate.parentLabel ?? candidate.parentId}
							</Link>
						) : (
							"the project as it was copied (A₀)"
						),
					],
					[
						"led to",
						candidate.children.length === 0 ? null : (
							<span key="c" className="flex flex-wrap gap-x-3">
								{candidate.children.map((child) => (
									<Link
										key={child.id}
										href={`/runs/${candidate.runId}/candidates/${child.id}`}
										className={`num text-xs ${link}`}
									>
										{child.label}
									</Link>
								))}
							</span>
						),
					],
					["left out", <Policy key="o" policy={candidate.policy} />],
				]}
			/>
		</div>
	);
}

function Examinations({ candidate }: { candidate: CandidateView }) {
	if (candidate.examinations.length === 0) {
		return <p className="text-ink-3">This candidate was not examined yet.</p>;
	}
	return (
		<ul>
			{candidate.examinations.map((examination) => (
				<li
					key={examination.id}
					className="grid min-h-(--row) grid-cols-[64px_1fr] items-baseline gap-x-4 gap-y-1 border-b border-rule py-1.5"
				>
					<span className="text-xs text-ink-3">{examination.official ? "official" : "again"}</span>
					<div className="min-w-0 space-y-0.5">
						<p className="flex flex-wrap items-center gap-x-4">
							{examination.verdict ? (
								<VerdictLine verdict={examination.verdict} />
							) : (
								<span
									className={examination.status === "failed" ? "text-xs text-fail" : "text-xs text-ink-3"}
								>
									{examination.status === "running" ? "examining…" : `failed: ${examination.message}`}
								</span>
							)}
							<span className="text-xs text-ink-2">{testerName(examination)}</span>
							<span className="text-xs text-ink-3">
								<Ago at={examination.startedAt} />
							</span>
							<Link
								href={`/runs/${candidate.runId}/loops/${candidate.loop}${examination.official ? "" : `?beside=${examination.id}`}`}
								className={`text-xs ${link}`}
							>
								{plural(examination.claims.length, "claim")}
							</Link>
						</p>
						{examination.instruction ? (
							<p className="line-clamp-2 text-xs text-ink-2">{examination.instruction}</p>
						) : null}
					</div>
				</li>
			))}
		</ul>
	);
}

/** The policy by which paths stayed out, and the paths that it left out. */
function Policy({ policy }: { policy: CandidateView["policy"] }) {
	return (
		<details>
			<summary>
				{policy.leftOut.length === 0 ? "nothing" : plural(policy.leftOut.length, "path")}{" "}
				<span className="text-ink-3">({plural(policy.ignored.length, "pattern")})</span>
			</summary>
			<div className="grid grid-cols-2 gap-x-6 py-1">
				<List name="left out" words={policy.leftOut} />
				<List name="patterns" words={policy.ignored} />
			</div>
		</details>
	);
}

function List({ name, words }: { name: string; words: string[] }) {
	return (
		<div className="min-w-0">
			<p className="label">{name}</p>
			<ul className="num max-h-60 overflow-y-auto text-xs leading-5">
				{words.map((word) => (
					<li key={word} className="wrap-anywhere">
						{word}
					</li>
				))}
			</ul>
		</div>
	);
}
