"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "../live/api";
import { Button } from "../ui/button";
import { Textarea } from "../ui/input";
import { Shape } from "../verdict/shape";

/** The run asks; the answer goes on with it. */
export function QuestionBox({ runId, question }: { runId: string; question: string }) {
	const [text, setText] = useState("");
	const answer = useMutation(useApi().runs.answer.mutationOptions());
	const send = (event: FormEvent) => {
		event.preventDefault();
		answer.mutate({ runId, text });
	};
	return (
		<form
			onSubmit={send}
			className="max-w-3xl space-y-2 border-l-2 border-accent bg-accent-wash py-3 pr-3 pl-3"
		>
			<label htmlFor="answer" className="flex items-start gap-2 font-medium">
				<Shape name="triangle" className="mt-1.5 text-accent" />
				<span className="whitespace-pre-wrap">{question || "This run needs an answer to go on."}</span>
			</label>
			<Textarea
				id="answer"
				rows={3}
				value={text}
				placeholder="Your answer; the next call reads it word for word"
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && text.trim() !== "") send(event);
				}}
			/>
			<Button type="submit" variant="primary" size="md" disabled={text.trim() === "" || answer.isPending}>
				{answer.isSuccess ? "Sent, going on…" : "Answer and go on"}
			</Button>
		</form>
	);
}
