import { formatCost, formatExact, formatShort, unknown } from "@/components/format/number";
import { formatDuration } from "@/components/format/time";
import { cn } from "@/components/ui/class-names";
import { type Delta, deltaOf, type Question, questions, type RunNumbers } from "./prepare-compare";
import { RunGroup, RunRow } from "./run-grid";

/** Results as numbers: the baseline's value, then each other run's with its difference; regressions first. */
export function NumberRows({ numbers, names }: { numbers: RunNumbers[]; names: string[] }) {
	const [base] = numbers;
	if (!base) return null;
	const lines = questions.map((question) => ({
		question,
		deltas: numbers.map((one, index) => (index === 0 ? null : deltaOf(question, base, one))),
	}));
	const rank = ({ deltas }: (typeof lines)[number]) =>
		deltas.some((delta) => delta?.sense === "worse")
			? 0
			: deltas.some((delta) => delta?.sense === "better")
				? 1
				: 2;
	const sorted = numbers.length > 1 ? [...lines].sort((a, b) => rank(a) - rank(b)) : lines;
	const worse = lines.filter((line) => rank(line) === 0).length;
	return (
		<RunGroup
			name="Results"
			note={
				numbers.length > 1
					? worse === 0
						? "nothing is worse than in the baseline"
						: `${worse} worse than in the baseline, first`
					: undefined
			}
		>
			{sorted.map(({ question, deltas }) => (
				<RunRow
					key={question.key}
					label={question.label}
					names={names}
					cells={numbers.map((one, index) => (
						<Value key={names[index]} question={question} numbers={one} delta={deltas[index] ?? null} />
					))}
				/>
			))}
		</RunGroup>
	);
}

function Value({
	question,
	numbers,
	delta,
}: {
	question: Question;
	numbers: RunNumbers;
	delta: Delta | null;
}) {
	const value = numbers[question.key];
	const atLeast =
		(question.key === "tokens" && numbers.tokensAtLeast) ||
		(question.key === "costUsd" && numbers.costAtLeast);
	return (
		<span className="num flex flex-wrap items-baseline gap-x-3 text-xs">
			<span className="text-sm" title={typeof value === "number" ? formatExact(value) : undefined}>
				{atLeast ? "≥ " : ""}
				{shown(question, value)}
			</span>
			{delta ? (
				<span
					className={cn(
						"text-ink-3",
						delta.sense === "worse" && "font-medium text-fail",
						delta.sense === "better" && "text-pass",
					)}
				>
					{delta.by > 0 ? "+" : "−"}
					{shown(question, Math.abs(delta.by))}
					{delta.sense === "neutral" ? "" : ` ${delta.sense}`}
				</span>
			) : null}
		</span>
	);
}

function shown(question: Question, value: number | boolean | null): string {
	if (typeof value !== "number") return unknown;
	if (question.key === "workMs") return formatDuration(value);
	return question.key.startsWith("cost") ? formatCost(value) : formatShort(value);
}
