import { MarkChip } from "@/components/verdict/mark-chip";
import type { Mark } from "@/components/verdict/marks";
import type { InvocationSummary } from "@/server/domain/views.ts";

function markOf(call: InvocationSummary): Mark {
	switch (call.outcome) {
		case null:
			return { shape: "disc", tone: "accent", word: "running" };
		case "completed":
			return { shape: "disc", tone: "quiet", word: "completed" };
		case "failed":
			return { shape: "cross", tone: "fail", word: call.errorKind ? `failed: ${call.errorKind}` : "failed" };
		case "interrupted":
			return { shape: "half", tone: "blocked", word: "interrupted" };
	}
}

/** How one harness process ended. That it completed says nothing about the product, so it stays quiet. */
export function CallOutcome({ call }: { call: InvocationSummary }) {
	return <MarkChip mark={markOf(call)} title={call.message ?? undefined} />;
}
