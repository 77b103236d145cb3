"use client";
import { type ReactNode, Suspense } from "react";
import { useConnection } from "../live/connection";
import { useToken } from "../live/token";
import { CommandPalette } from "./command-palette";
import { KeyHelp } from "./key-help";
import { KeyListener } from "./key-listener";
import { Rail } from "./rail";
import { TokenGate } from "./token-gate";

/** Rail and page; without a token, only the page that says how to get one. The server draws the frame and knows neither. */
export function AppShell({ children }: { children: ReactNode }) {
	const token = useToken();
	const { state } = useConnection();
	if (token === null) return <TokenGate />;
	return (
		<div className="group/daemon flex min-h-dvh" data-daemon={state}>
			<a
				href="#main"
				className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-raised focus:px-2 focus:py-1"
			>
				Skip to the page
			</a>
			<Rail />
			<div className="flex min-w-0 flex-1 flex-col">
				{/* what reads the URL is drawn in the browser */}
				<Suspense>{children}</Suspense>
			</div>
			<KeyListener />
			<CommandPalette />
			<KeyHelp />
		</div>
	);
}
