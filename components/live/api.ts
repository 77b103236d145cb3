"use client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@/server/api/router.ts";

/**
 * The daemon's API as hooks: `const api = useApi()` then `useQuery(api.runs.view.queryOptions({ runId }))`.
 * `useApiClient()` gives the plain client for what isn't a query (subscriptions, one-off calls).
 */
export const {
	TRPCProvider: ApiProvider,
	useTRPC: useApi,
	useTRPCClient: useApiClient,
} = createTRPCContext<AppRouter>();
