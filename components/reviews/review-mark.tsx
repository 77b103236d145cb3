import { MessageSquare } from "lucide-react";
import { formatAbsolute } from "@/components/format/time";
import { MarkChip } from "@/components/verdict/mark-chip";
import type { Mark } from "@/components/verdict/marks";
import type { ReviewState } from "@/server/domain/review.ts";

const marks: Record<"accept" | "reject", Mark> = {
	accept: { shape: "ring", tone: "pass", word: "accepted by you" },
	reject: { shape: "cross", tone: "fail", word: "rejected by you" },
};

/** A person's word on a record, outlined: it is an opinion and no proof. Nothing where nothing was said. */
export function ReviewMark({ state }: { state: ReviewState }) {
	const { decision, comments } = state;
	if (decision === null && comments.length === 0) return null;
	return (
		<span className="flex items-center gap-1.5 text-xs">
			{decision ? (
				<MarkChip mark={marks[decision.decision]} look="outline" title={formatAbsolute(decision.at)} />
			) : null}
			{comments.length > 0 ? (
				<span
					className="flex items-center gap-0.5 text-ink-2"
					title={comments.map((comment) => comment.text).join("\n")}
				>
					<MessageSquare className="size-3" aria-hidden />
					<span className="num">{comments.length}</span>
					<span className="sr-only">{comments.length === 1 ? "comment" : "comments"}</span>
				</span>
			) : null}
		</span>
	);
}
