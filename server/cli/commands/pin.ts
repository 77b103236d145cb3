import type { Command } from "commander";
import { parseCandidateReference } from "../../domain/ids.ts";
import { printJson, printLine } from "../print.ts";
import { withSession } from "../session.ts";

/** `pin`, `unpin`: what a person wants to keep for ever. */
export function addPins(program: Command): void {
	for (const name of ["pin", "unpin"] as const) {
		program
			.command(name)
			.argument("<run-or-candidate>", "RUN/loop-03-3f9a1c77e0b2, or a run: id, project/number or `latest`")
			.description(
				name === "pin" ? "keep a run or a candidate for ever: gc leaves it alone" : "let gc decide again",
			)
			.option("--json", "print one JSON object")
			.action((reference: string, flags: { json?: boolean }) =>
				withSession(async ({ api }) => {
					const isLabel = parseCandidateReference(reference)?.kind === "label";
					const target = isLabel
						? {
								kind: "candidate" as const,
								id: (await api.candidates.get.query({ candidateId: reference })).id,
							}
						: { kind: "run" as const, id: (await api.runs.resolve.query({ reference })).runId };
					await api.upkeep[name].mutate(target);
					if (flags.json) printJson({ ...target, pinned: name === "pin" });
					else
						printLine(
							`${target.kind} ${reference} ${name === "pin" ? "is kept for ever" : "is no longer pinned"}`,
						);
				}),
			);
	}
}
