import type { Metadata } from "next";
import { ProcessesPage } from "@/components/processes/processes-page";

export const metadata: Metadata = { title: "Processes" };

export default function Page() {
	return <ProcessesPage />;
}
