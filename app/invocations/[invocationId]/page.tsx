import type { Metadata } from "next";
import { InvocationPage } from "@/components/invocations/invocation-page";

export const metadata: Metadata = { title: "Call" };

export default async function Page({ params }: { params: Promise<{ invocationId: string }> }) {
	return <InvocationPage invocationId={(await params).invocationId} />;
}
