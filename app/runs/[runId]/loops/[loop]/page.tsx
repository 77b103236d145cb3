import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LoopPage } from "@/components/loops/loop-page";

type Params = { params: Promise<{ runId: string; loop: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
	return { title: `loop ${(await params).loop}` };
}

export default async function Page({ params }: Params) {
	const { runId, loop } = await params;
	if (!/^\d{1,4}$/.test(loop)) notFound();
	return <LoopPage runId={runId} loop={Number(loop)} />;
}
