"use client";
import { Check, MessageSquare, X } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import type { ReviewState } from "@/server/domain/review.ts";
import { ReviewMark } from "./review-mark";

/** Accept, reject, comment: a person's decision on one picture, and what was said of it so far. */
export function ReviewTools({
	state,
	busy,
	commenting,
	keys = false,
	onDecide,
	onComment,
}: {
	state: ReviewState;
	busy: boolean;
	/** the box for a comment is open */
	commenting: boolean;
	/** the window listens to Y, N and C */
	keys?: boolean;
	onDecide: (decision: "accept" | "reject") => void;
	onComment: () => void;
}) {
	const decided = state.decision?.decision ?? null;
	return (
		<fieldset className="flex items-center gap-0.5">
			<legend className="sr-only">Your review of this picture</legend>
			<IconButton
				label="Accept this picture"
				hotkey={keys ? "Y" : undefined}
				aria-pressed={decided === "accept"}
				disabled={busy}
				className={cn(decided === "accept" && "bg-raised text-pass")}
				onClick={() => onDecide("accept")}
			>
				<Check aria-hidden />
			</IconButton>
			<IconButton
				label="Reject this picture"
				hotkey={keys ? "N" : undefined}
				aria-pressed={decided === "reject"}
				disabled={busy}
				className={cn(decided === "reject" && "bg-raised text-fail")}
				onClick={() => onDecide("reject")}
			>
				<X aria-hidden />
			</IconButton>
			<IconButton
				label="Comment on this picture"
				hotkey={keys ? "C" : undefined}
				aria-expanded={commenting}
				className={cn(commenting && "bg-raised text-ink")}
				onClick={onComment}
			>
				<MessageSquare aria-hidden />
			</IconButton>
			<span className="pl-1">
				<ReviewMark state={state} />
			</span>
		</fieldset>
	);
}
