"use client";
import { useMutation } from "@tanstack/react-query";
import { FolderOutput } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { plural } from "@/components/format/number";
import { useApi } from "@/components/live/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { CandidateView } from "@/server/domain/views.ts";

/** Writes the candidate's files into a folder of this machine. */
export function ExportDialog({ candidate }: { candidate: CandidateView }) {
	const api = useApi();
	const [open, setOpen] = useState(false);
	const [directory, setDirectory] = useState("");
	const mutation = useMutation(
		api.candidates.export.mutationOptions({
			meta: { quiet: true },
			onSuccess: (result) => {
				setOpen(false);
				toast.success(`Wrote ${plural(result.files, "file")}`, { description: result.directory });
			},
		}),
	);
	const submit = () => mutation.mutate({ candidateId: candidate.id, directory: directory.trim() });
	return (
		<Dialog
			open={open}
			onOpenChange={(next) => {
				setOpen(next);
				mutation.reset();
			}}
			title="Export to a folder"
			description={`${plural(candidate.files, "file")} of ${candidate.label}`}
			trigger={
				<Button>
					<FolderOutput aria-hidden /> Export
				</Button>
			}
			footer={
				<>
					<DialogClose asChild>
						<Button size="md">Cancel</Button>
					</DialogClose>
					<Button
						size="md"
						variant="primary"
						disabled={directory.trim() === "" || mutation.isPending}
						onClick={submit}
					>
						{mutation.isPending ? "Writing…" : "Export"}
					</Button>
				</>
			}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (directory.trim() !== "") submit();
				}}
			>
				<Field
					id="export-directory"
					label="Folder"
					hint="An absolute path on this machine; it must be empty or not there yet."
					problems={mutation.error ? [{ where: "", what: mutation.error.message }] : []}
				>
					<Input
						id="export-directory"
						mono
						autoFocus
						placeholder="/home/you/exports/candidate"
						aria-invalid={mutation.error ? true : undefined}
						value={directory}
						onChange={(event) => setDirectory(event.target.value)}
					/>
				</Field>
			</form>
		</Dialog>
	);
}
