"use client";
import Link from "next/link";
import { toast } from "sonner";
import { formatBytes } from "@/components/format/number";
import { formatSpan } from "@/components/format/time";
import { useApiClient } from "@/components/live/api";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { OwnedProcess } from "@/server/domain/process-view.ts";
import { depthsOf } from "./group-processes.ts";

/** One row per process, children indented under their parents. */
export function ProcessTable({ processes, endable }: { processes: OwnedProcess[]; endable: boolean }) {
	const depths = depthsOf(processes);
	return (
		<Table className="table-fixed">
			<thead>
				<tr>
					<Th className="w-56 max-md:w-auto">what</Th>
					<Th className="max-md:hidden">command</Th>
					<Th numeric className="w-20">
						pid
					</Th>
					<Th numeric className="w-20 max-sm:hidden">
						age
					</Th>
					<Th numeric className="w-20">
						memory
					</Th>
					<Th numeric className="w-20 max-sm:hidden">
						cpu time
					</Th>
					<Th numeric className="w-28 max-sm:hidden">
						port
					</Th>
					<Th className="w-16">
						<span className="sr-only">end</span>
					</Th>
				</tr>
			</thead>
			<tbody>
				{processes.map((process) => (
					<Tr key={`${process.pid} ${process.startTime}`}>
						<Td className="truncate" title={`${process.command} (found by ${process.foundBy})`}>
							<span style={{ paddingLeft: `${Math.min(depths.get(process.pid) ?? 0, 6) * 12}px` }}>
								<What process={process} />
							</span>
						</Td>
						<Td className="num truncate text-xs text-ink-3 max-md:hidden" title={process.command}>
							{process.command}
						</Td>
						<Td numeric>{process.pid}</Td>
						<Td numeric className="max-sm:hidden">
							{formatSpan(process.ageMs)}
						</Td>
						<Td numeric>{formatBytes(process.rssBytes)}</Td>
						<Td numeric className="max-sm:hidden">
							{formatSpan(process.cpuMs)}
						</Td>
						<Td numeric className="max-sm:hidden">
							{process.ports.join(", ") || "–"}
						</Td>
						<Td className="text-right">{endable ? <End process={process} /> : null}</Td>
					</Tr>
				))}
			</tbody>
		</Table>
	);
}

const words: Record<OwnedProcess["part"], string> = {
	daemon: "daemon",
	pages: "pages",
	runner: "runner",
	call: "call",
	examination: "examination",
	visit: "open candidate",
	sandbox: "sandbox",
	other: "",
};

function What({ process }: { process: OwnedProcess }) {
	const { call, part, command } = process;
	if (call && part === "call") {
		return (
			<Link href={`/invocations/${call.id}`} className="hover:underline hover:underline-offset-2">
				{call.role} <span className="text-ink-3">{call.harness}</span>
			</Link>
		);
	}
	if (words[part] !== "") return words[part];
	return <span className="text-ink-2">{programOf(command)}</span>;
}

/** The program's own name, without its folder. */
function programOf(command: string): string {
	const first = command.split(" ", 1)[0] ?? "";
	return first.split("/").at(-1) || "(ending)";
}

function End({ process }: { process: OwnedProcess }) {
	const client = useApiClient();
	const end = async () => {
		try {
			const { ended } = await client.processes.end.mutate({ pid: process.pid, startTime: process.startTime });
			toast.success(ended === 1 ? "1 process ended." : `${ended} processes ended.`);
		} catch (error) {
			toast.error(error instanceof Error ? error.message : "The process could not be ended.");
		}
	};
	const consequence =
		process.part === "runner"
			? "Its run goes on in a new runner; to end the run, stop it."
			: process.stray
				? "Nobody waits for it."
				: "Whoever waits for it sees it fail: a call counts as crashed.";
	return (
		<ConfirmButton
			variant="quiet"
			title={`End process ${process.pid}?`}
			description={`It and all that it started end at once. ${consequence}`}
			confirm="End it"
			onConfirm={() => void end()}
		>
			End
		</ConfirmButton>
	);
}
