"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useMemo } from "react";
import type { Problem } from "@/server/domain/errors.ts";
import { specLimitBytes } from "@/server/domain/project-config.ts";
import type { StartRunInput } from "@/server/domain/run.ts";
import { specProblems } from "@/server/domain/spec-text.ts";
import type { NewRunView, ProjectDraft } from "@/server/domain/views.ts";
import { useApi } from "../live/api";
import { type FormState, sourceOf, toStartInput } from "./form-state";
import { useDebounced } from "./use-debounced";

export interface CheckedForm {
	/** the project as the source says; null while it isn't read or can't be */
	draft: ProjectDraft | null;
	problems: Problem[];
	warnings: Problem[];
	/** the answer doesn't yet speak of what is typed now */
	checking: boolean;
}

const quietMs = 350;

/** Asks the server what it makes of the form, a moment after the last key. The very same check guards the start. */
export function useCheckedForm(form: FormState, start: NewRunView): CheckedForm {
	const api = useApi();
	const protocol = start.protocols.find((candidate) => candidate.id === form.protocol);
	const typed = useMemo(() => toStartInput(form, protocol), [form, protocol]);
	const input = useDebounced(typed, quietMs);
	const sourceKey = JSON.stringify(input.source);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key is the source's whole value
	const source = useMemo(() => input.source, [sourceKey]);
	const missing = source.kind === "folder" && source.path === "" ? noFolder : tooLong(source);
	const readable = missing === null;
	const draft = useQuery(
		api.newRun.draft.queryOptions({ source }, { enabled: readable, retry: false, staleTime: 2000 }),
	);
	const check = useQuery(
		api.newRun.validate.queryOptions(input, {
			enabled: readable,
			retry: false,
			placeholderData: keepPreviousData,
			staleTime: 2000,
		}),
	);
	const sameSource = JSON.stringify(sourceOf(form)) === sourceKey;
	return {
		draft: draft.data && sameSource ? draft.data : null,
		problems: missing === null ? (problemsOfError(check.error) ?? check.data?.problems ?? []) : [missing],
		warnings: readable ? (check.data?.warnings ?? []) : [],
		checking: typed !== input || check.isFetching,
	};
}

const noFolder: Problem = {
	where: "source.path",
	what: "no folder is chosen",
	mend: "Pick the product's folder.",
};

/** Said here, for a text that no request can carry never reaches the server. */
function tooLong(source: StartRunInput["source"]): Problem | null {
	if (source.kind !== "spec" || source.text.length <= specLimitBytes / 4) return null;
	return specProblems(source.text)[0] ?? null;
}

/** A refusal as problems: places where the server named them, else its one sentence. */
export function problemsOfError(error: unknown): Problem[] | null {
	if (!error) return null;
	if (error instanceof TRPCClientError) {
		const data: { problems?: Problem[] } | null = error.data;
		if (data?.problems && data.problems.length > 0) return data.problems;
		return [{ where: "source", what: error.message }];
	}
	return [{ where: "source", what: String(error) }];
}
