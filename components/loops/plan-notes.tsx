import type { ReactNode } from "react";
import { Facts } from "@/components/evidence/facts";
import { Hash } from "@/components/ui/hash";
import type { DevelopmentDocument } from "@/server/domain/development-document.ts";
import { plainText } from "@/server/domain/plain-text.ts";
import type { LoopView } from "@/server/domain/views.ts";
import { Proposed } from "./asked-cell";

/** The rest of D_t: limits, what waits for later, when to stop, and what the planner proposes to the project. */
export function PlanNotes({
	plan,
	planHash,
	ownParts,
}: {
	plan: DevelopmentDocument;
	planHash: string | null;
	ownParts: Part[];
}) {
	return (
		<Facts
			facts={[
				[
					"allowed paths",
					plan.allowedPaths.length === 0 ? "anywhere" : <Words key="a" words={plan.allowedPaths} mono />,
				],
				[
					"deferred",
					plan.deferred.length === 0 ? null : (
						<Words key="d" words={plan.deferred.map((one) => `${one.criterion} → ${one.phase}`)} mono />
					),
				],
				["stops when", plan.stop.length === 0 ? null : <Words key="s" words={plan.stop} />],
				[
					"notes",
					plan.notes === "" ? null : (
						<p key="n" className="whitespace-pre-wrap">
							{plainText(plan.notes)}
						</p>
					),
				],
				["proposes", <Proposal key="p" plan={plan} ownParts={ownParts} />],
				["plan", planHash === null ? null : <Hash key="h" value={planHash} what="plan hash" />],
			]}
		/>
	);
}

function Words({ words, mono = false }: { words: string[]; mono?: boolean }) {
	return (
		<ul className={mono ? "num text-xs leading-5" : undefined}>
			{words.map((word) => (
				<li key={word} className="wrap-anywhere">
					{word}
				</li>
			))}
		</ul>
	);
}

type Part = LoopView["ownParts"][number];

function Proposal({ plan, ownParts }: { plan: DevelopmentDocument; ownParts: Part[] }) {
	const { proposal } = plan;
	if (!proposal) return <span className="text-ink-3">nothing</span>;
	const lines: [Part, string, ReactNode][] = [
		["setup", "setup", proposal.setup?.run],
		["serve", "serve", proposal.serve?.run],
		...(proposal.checks ?? []).map((check): [Part, string, ReactNode] => [
			"checks",
			`check ${check.id}`,
			check.run,
		]),
		...(proposal.probes ?? []).map((probe): [Part, string, ReactNode] => [
			"probes",
			`probe ${probe.id}`,
			probe.path,
		]),
		...(proposal.phases ?? []).map((phase): [Part, string, ReactNode] => [
			"phases",
			`phase ${phase.id}`,
			`${phase.title}: ${phase.criteria.map((criterion) => criterion.id).join(", ")}`,
		]),
	];
	const shown = lines.filter(([, , value]) => value !== undefined);
	if (shown.length === 0) return <span className="text-ink-3">nothing</span>;
	return (
		<ul className="space-y-0.5">
			{shown.map(([part, name, value]) => (
				<li key={name} className="wrap-anywhere">
					{ownParts.includes(part) ? <Unused /> : <Proposed />}{" "}
					<span className="text-xs text-ink-3">{name}</span> <span className="num text-xs">{value}</span>
				</li>
			))}
		</ul>
	);
}

/** A proposal that came to nothing: the project says so itself. */
function Unused() {
	return (
		<span className="text-xs text-ink-3" title="fuseline.json has its own, which is in force">
			not used
		</span>
	);
}
