"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { CandidateView } from "@/server/domain/views.ts";

const own = "own";

/** Judges the candidate again, with another tester or words; the result stands beside the official one, never over it. */
export function ExamineDialog({ candidate, onAsked }: { candidate: CandidateView; onAsked: () => void }) {
	const [open, setOpen] = useState(false);
	return (
		<Dialog
			open={open}
			onOpenChange={setOpen}
			title="Examine again"
			description="Checks, probes and a tester once more on this candidate. The official verdict stays as it is."
			trigger={
				<Button>
					<ScanSearch aria-hidden /> Examine again
				</Button>
			}
		>
			<ExamineForm
				candidate={candidate}
				onDone={() => {
					setOpen(false);
					onAsked();
				}}
			/>
		</Dialog>
	);
}

function ExamineForm({ candidate, onDone }: { candidate: CandidateView; onDone: () => void }) {
	const api = useApi();
	const doctor = useQuery(api.doctor.get.queryOptions({ fresh: false }, { staleTime: 60_000 }));
	const [harness, setHarness] = useState(own);
	const [model, setModel] = useState("");
	const [instruction, setInstruction] = useState("");
	const mutation = useMutation(
		api.candidates.examine.mutationOptions({
			meta: { quiet: true },
			onSuccess: () => {
				toast("The examination has begun", { description: candidate.label });
				onDone();
			},
		}),
	);
	const chosen = doctor.data?.harnesses.find((one) => one.id === harness) ?? null;
	const missing = chosen?.modelRequired === true && model.trim() === "";
	const submit = () =>
		mutation.mutate({
			candidateId: candidate.id,
			tester:
				harness === own
					? null
					: { harness, model: model.trim() || null, effort: null, access: "read-only", settings: {} },
			instruction: instruction.trim() || null,
		});
	return (
		<div className="space-y-4">
			<Field id="examine-harness" label="Tester">
				<Select
					id="examine-harness"
					label="Tester"
					value={harness}
					onChange={setHarness}
					options={[
						{ value: own, label: "the run's own tester" },
						...(doctor.data?.harnesses ?? []).map((one) => ({
							value: one.id,
							label: one.title,
							disabled: !one.installed,
							...(one.installed ? {} : { hint: "not installed" }),
						})),
					]}
				/>
			</Field>
			{chosen ? (
				<Field
					id="examine-model"
					label={chosen.modelRequired ? "Model" : "Model, if you like"}
					hint={chosen.modelHint}
				>
					<Input id="examine-model" mono value={model} onChange={(event) => setModel(event.target.value)} />
				</Field>
			) : null}
			<Field
				id="examine-instruction"
				label="Instruction, if you like"
				hint="Told to the tester beside its usual task."
			>
				<Textarea
					id="examine-instruction"
					rows={4}
					placeholder="Try it with the keyboard only."
					value={instruction}
					onChange={(event) => setInstruction(event.target.value)}
				/>
			</Field>
			{mutation.error ? (
				<p role="alert" className="text-fail">
					{mutation.error.message}
				</p>
			) : null}
			<div className="flex justify-end gap-2">
				<DialogClose asChild>
					<Button size="md">Cancel</Button>
				</DialogClose>
				<Button size="md" variant="primary" disabled={missing || mutation.isPending} onClick={submit}>
					{mutation.isPending ? "Asking…" : "Examine"}
				</Button>
			</div>
		</div>
	);
}
