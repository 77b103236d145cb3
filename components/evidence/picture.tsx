import { cn } from "@/components/ui/class-names";
import type { ContentRef } from "@/server/domain/views.ts";

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
	if (picture.url === null) return <span className="text-xs text-ink-3">no picture</span>;
	return (
		// biome-ignore lint/performance/noImgElement: signed local contents; the image optimiser would copy them
		<img
			src={picture.url}
			alt={alt}
			width={picture.width}
			height={picture.height}
			loading={eager ? "eager" : "lazy"}
			decoding="async"
			className={cn("block h-auto max-w-full border border-rule-strong", className)}
		/>
	);
}
