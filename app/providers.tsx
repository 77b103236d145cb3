"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { ApiProvider } from "@/components/live/api";
import { makeApiClient } from "@/components/live/api-client";
import { makeQueryClient } from "@/components/live/query-client";
import { TooltipProvider } from "@/components/ui/tooltip";

export function Providers({ children }: { children: ReactNode }) {
	const [queries] = useState(makeQueryClient);
	const [api] = useState(makeApiClient);
	return (
		<NuqsAdapter>
			<QueryClientProvider client={queries}>
				<ApiProvider trpcClient={api} queryClient={queries}>
					<TooltipProvider>{children}</TooltipProvider>
					<Toaster
						position="bottom-right"
						toastOptions={{
							style: {
								background: "var(--paper-raised)",
								color: "var(--ink)",
								border: "1px solid var(--rule-strong)",
								borderRadius: 4,
								boxShadow: "var(--shadow-float)",
								fontFamily: "inherit",
							},
							classNames: { description: "text-ink-2!", actionButton: "bg-ink! text-paper! rounded-sm!" },
						}}
					/>
				</ApiProvider>
			</QueryClientProvider>
		</NuqsAdapter>
	);
}
