"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { NewRunView } from "@/server/domain/views.ts";
import { useApi } from "../live/api";
import { demoSettings } from "./demo-settings";

/** Starts a bundled project and goes to its run. */
export function useStartDemo() {
	const router = useRouter();
	const { mutate, isPending } = useMutation(
		useApi().runs.start.mutationOptions({ onSuccess: ({ runId }) => router.push(`/runs/${runId}`) }),
	);
	return { startDemo: (start: NewRunView, id: string) => mutate(demoSettings(start, id)), isPending };
}
