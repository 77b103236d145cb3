import type { ReactNode } from "react";
import { Button } from "./button";

/** What failed in plain words, what still works, what to do. */
export function FailedState({
	what,
	error,
	stillWorks,
	onRetry,
}: {
	what: string;
	error?: { message: string } | null;
	stillWorks?: ReactNode;
	onRetry?: () => void;
}) {
	return (
		<div role="alert" className="max-w-xl space-y-2 border-l-2 border-fail py-1 pl-3">
			<p className="font-medium">{what}</p>
			{error ? <p className="text-ink-2">{error.message}</p> : null}
			{stillWorks ? <p className="text-ink-2">{stillWorks}</p> : null}
			{onRetry ? (
				<Button onClick={onRetry} className="mt-1">
					Try again
				</Button>
			) : null}
		</div>
	);
}
