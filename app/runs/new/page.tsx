import { Suspense } from "react";
import { NewRunPage } from "@/components/new-run/new-run-page";

export const metadata = { title: "New run" };

export default function Page() {
	return (
		<Suspense>
			<NewRunPage />
		</Suspense>
	);
}
