"use client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { toast } from "sonner";
import { forgetToken } from "./token";

function codeOf(error: unknown): string | null {
	if (!(error instanceof TRPCClientError)) return null;
	const data: unknown = error.data;
	return typeof data === "object" && data !== null && "code" in data ? String(data.code) : null;
}

function noticeRefusal(error: unknown): void {
	if (codeOf(error) === "UNAUTHORIZED") forgetToken();
}

/** Errors that a second try can't mend: a wrong input, a thing that isn't there, a refused token. */
function isFinal(error: unknown): boolean {
	const code = codeOf(error);
	return code !== null && code !== "INTERNAL_SERVER_ERROR" && code !== "TIMEOUT";
}

export function makeQueryClient(): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({ onError: noticeRefusal }),
		mutationCache: new MutationCache({
			onError(error, _variables, _result, mutation) {
				noticeRefusal(error);
				// a form that shows its own errors says so with `meta: { quiet: true }`
				if (!mutation.meta?.quiet) toast.error(error.message);
			},
		}),
		defaultOptions: {
			queries: {
				staleTime: 5000,
				retry: (count, error) => !isFinal(error) && count < 2,
				refetchOnWindowFocus: false,
			},
		},
	});
}
