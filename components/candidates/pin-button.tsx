"use client";
import { useMutation } from "@tanstack/react-query";
import { Pin, PinOff } from "lucide-react";
import { toast } from "sonner";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import type { CandidateView } from "@/server/domain/views.ts";

/** Keeps a version for ever, whatever the retention policy says; or lets gc decide again. */
export function PinButton({ candidate, refetch }: { candidate: CandidateView; refetch: () => void }) {
	const api = useApi();
	const done = (words: string) => () => {
		toast.success(words, { description: candidate.label });
		refetch();
	};
	const pin = useMutation(
		api.upkeep.pin.mutationOptions({ onSuccess: done("Kept for ever: gc leaves it alone") }),
	);
	const unpin = useMutation(
		api.upkeep.unpin.mutationOptions({ onSuccess: done("Not pinned: gc decides again") }),
	);
	const target = { kind: "candidate" as const, id: candidate.id };
	return (
		<Button
			aria-pressed={candidate.pinned}
			disabled={pin.isPending || unpin.isPending}
			title={candidate.pinned ? "let gc decide again" : "keep it for ever: gc never takes a pinned version"}
			onClick={() => (candidate.pinned ? unpin.mutate(target) : pin.mutate(target))}
		>
			{candidate.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
			{candidate.pinned ? "Unpin" : "Pin"}
		</Button>
	);
}
