"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatExact, formatShare } from "@/components/format/number";
import { useApi } from "@/components/live/api";

/** Share of pixels that differ, computed once it comes into view. */
export function ChangedShare({ runId, a, b }: { runId: string; a: string; b: string }) {
	const api = useApi();
	const place = useRef<HTMLSpanElement>(null);
	const [seen, setSeen] = useState(false);
	// Visibility is the browser's to tell: a long strip compares only what a person looks at.
	useEffect(() => {
		if (seen || !place.current) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
			},
			{ rootMargin: "200px" },
		);
		observer.observe(place.current);
		return () => observer.disconnect();
	}, [seen]);
	const query = useQuery({
		...api.screens.compare.queryOptions({ runId, a, b }, { staleTime: Number.POSITIVE_INFINITY }),
		enabled: seen,
	});
	const words = query.data
		? `${formatExact(query.data.changedPixels)} of ${formatExact(query.data.width * query.data.height)} pixels changed`
		: "changed";
	return (
		<span ref={place} className="num" title={words}>
			{query.data ? `Δ ${formatShare(query.data.share)}` : "Δ"}
		</span>
	);
}
