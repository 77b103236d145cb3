"use client";
import { useState } from "react";
import { cn } from "@/components/ui/class-names";
import type { ContentRef } from "@/server/domain/views.ts";
import { GoneContent } from "./gone-content";

type Screenshot = ContentRef & { width: number; height: number };

/** A stored picture at its own proportions; a hairline keeps white pages apart from the paper. */
export function Picture({
	picture,
	alt,
	className,
	eager = false,
}: {
	picture: Screenshot;
	alt: string;
	className?: string;
	eager?: boolean;
}) {
	const [broken, setBroken] = useState(false);
	// a picture whose bytes don't have their hash is refused by the door, also when no check has found it yet
	if (picture.url === null || broken) return <GoneContent content={picture} what="picture" />;
	return (
		// biome-ignore lint/performance/noImgElement: signed local contents; the image optimiser would copy them
		<img
			src={picture.url}
			alt={alt}
			width={picture.width}
			height={picture.height}
			onError={() => setBroken(true)}
			loading={eager ? "eager" : "lazy"}
			decoding="async"
			className={cn("block h-auto max-w-full border border-rule-strong", className)}
		/>
	);
}
