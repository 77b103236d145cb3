import Link from "next/link";
import { PageFrame } from "@/components/layout/page-frame";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFoundPage() {
	return (
		<PageFrame crumbs={[{ label: "Runs", href: "/" }, { label: "Nothing here" }]}>
			<EmptyState
				title="There is nothing at this address"
				action={
					<Button asChild>
						<Link href="/">All runs</Link>
					</Button>
				}
			>
				The link may be cut short, or it belongs to another data directory.
			</EmptyState>
		</PageFrame>
	);
}
