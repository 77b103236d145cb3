import type { EndCause, RunStatus } from "@/server/domain/run.ts";
import { Chip } from "../ui/chip";
import { type Mark, runMarks } from "./marks";
import { Shape } from "./shape";

const ends: Record<EndCause, Mark> = {
	completed: { shape: "disc", tone: "ink", word: "completed" },
	budget_exhausted: { shape: "triangle", tone: "blocked", word: "budget used up" },
	stopped: { shape: "dash", tone: "quiet", word: "stopped" },
	failed: { shape: "cross", tone: "fail", word: "failed" },
	needs_input: { shape: "triangle", tone: "blocked", word: "needs an answer" },
};

/** The run's state in shape, word and colour; the dot of a running run breathes. */
export function RunState({
	status,
	endCause,
	detail,
}: {
	status: RunStatus;
	endCause: EndCause | null;
	detail?: string;
}) {
	const mark = status === "ended" && endCause ? ends[endCause] : runMarks[status];
	return (
		<Chip
			tone={mark.tone}
			look="plain"
			title={detail || undefined}
			mark={<Shape name={mark.shape} className={status === "running" ? "animate-breathe" : undefined} />}
		>
			{mark.word}
		</Chip>
	);
}
