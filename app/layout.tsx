import "@fontsource-variable/geist";
import "@fontsource-variable/geist-mono";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { Providers } from "./providers";

export const metadata: Metadata = {
	title: { default: "Fuseline", template: "%s · Fuseline" },
	description: "Autonomous loops that plan, build and prove software, on this machine.",
	referrer: "no-referrer",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
	return (
		<html lang="en" suppressHydrationWarning>
			<head>
				{/* blocking on purpose: it sets the theme before the first paint */}
				<script src="/theme.js" />
				{/* before any schema is made */}
				<script src="/strict.js" />
			</head>
			<body>
				<Providers>
					<AppShell>{children}</AppShell>
				</Providers>
			</body>
		</html>
	);
}
