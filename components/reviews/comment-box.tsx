"use client";
import { useState } from "react";
import { Ago } from "@/components/format/time-text";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { plainText } from "@/server/domain/plain-text.ts";
import type { ReviewState } from "@/server/domain/review.ts";

/** What was said of a picture, and a line for more. Enter keeps it, Escape closes. */
export function CommentBox({
	state,
	busy,
	onSay,
	onClose,
}: {
	state: ReviewState;
	busy: boolean;
	onSay: (comment: string) => void;
	onClose: () => void;
}) {
	const [text, setText] = useState("");
	const say = () => {
		if (text.trim() !== "" && !busy) onSay(text.trim());
	};
	return (
		<div className="space-y-2 border-b border-rule px-3 py-2 text-sm">
			{state.comments.length > 0 ? (
				<ul className="max-h-32 space-y-1 overflow-y-auto">
					{state.comments.map((comment) => (
						<li key={comment.at} className="flex items-baseline gap-3">
							<span className="shrink-0 text-xs text-ink-3">
								<Ago at={comment.at} />
							</span>
							<span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{plainText(comment.text)}</span>
						</li>
					))}
				</ul>
			) : null}
			<form
				className="flex items-center gap-2"
				onSubmit={(event) => {
					event.preventDefault();
					say();
				}}
			>
				<Input
					aria-label="Your comment"
					placeholder="What should be known of this picture? It is kept beside the evidence; no role reads it."
					autoFocus
					maxLength={4000}
					value={text}
					onChange={(event) => setText(event.target.value)}
					onKeyDown={(event) => {
						if (event.key !== "Escape") return;
						// the window below would take Escape for its own end
						event.stopPropagation();
						event.nativeEvent.stopImmediatePropagation();
						onClose();
					}}
				/>
				<Button type="submit" variant="primary" disabled={text.trim() === "" || busy}>
					{busy ? "Saving…" : "Comment"}
				</Button>
				<Button type="button" variant="quiet" onClick={onClose}>
					Close
				</Button>
			</form>
		</div>
	);
}
