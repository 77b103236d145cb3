"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { NewRunView } from "@/server/domain/views.ts";
import { useApi, useApiClient } from "../live/api";
import { IconButton } from "../ui/icon-button";
import { Shape } from "../verdict/shape";
import type { FormState } from "./form-state";
import { harnessState } from "./roles/harness-state";

/** What of this machine the run will lean on: sandbox, browser, the chosen harnesses. */
export function InlineDoctor({ start, form }: { start: NewRunView; form: FormState }) {
	const { sandbox, browser, harnesses } = start.doctor;
	const client = useApiClient();
	const api = useApi();
	const queries = useQueryClient();
	const look = useMutation({
		mutationFn: () => client.doctor.get.query({ fresh: true }),
		onSuccess: () => queries.invalidateQueries(api.newRun.start.queryFilter()),
	});
	const protocol = start.protocols.find(({ id }) => id === form.protocol);
	const used = new Set(protocol?.roles.map(({ role }) => form.players[role]?.harness));
	return (
		<section aria-label="This machine">
			<header className="flex items-center justify-between border-b border-rule">
				<h2 className="label">This machine</h2>
				<IconButton label="Look again" disabled={look.isPending} onClick={() => look.mutate()}>
					<RotateCw aria-hidden />
				</IconButton>
			</header>
			<ul className="mt-2 space-y-2 text-xs">
				<Line good={sandbox.level === "enforced"} name="Sandbox" mend={sandbox.mend ?? sandbox.problems[0]}>
					{sandbox.level === "enforced"
						? `${sandbox.tool} ${sandbox.version ?? ""}`
						: "none: nothing can be accepted"}
				</Line>
				<Line good={browser.available} name="Browser" mend={browser.mend}>
					{browser.available
						? (browser.version ?? "found")
						: (browser.problem ?? "none found: no screenshots")}
				</Line>
				{harnesses
					.filter(({ id }) => used.has(id))
					.map((harness) => (
						<Line
							key={harness.id}
							good={harness.installed && harness.login !== "no"}
							name={harness.title}
							mend={harness.installed ? harness.loginHint : harness.installHint}
						>
							{harnessState(harness)}
						</Line>
					))}
			</ul>
		</section>
	);
}

function Line({
	good,
	name,
	mend,
	children,
}: {
	good: boolean;
	name: string;
	mend: string | null | undefined;
	children: ReactNode;
}) {
	return (
		<li className="flex gap-2">
			<Shape name={good ? "disc" : "triangle"} className={`mt-1 ${good ? "text-ink-3" : "text-blocked"}`} />
			<span className="min-w-0">
				<span className="text-ink">{name}</span> <span className="text-ink-2">{children}</span>
				{!good && mend ? <span className="block text-ink-3">{mend}</span> : null}
			</span>
		</li>
	);
}
