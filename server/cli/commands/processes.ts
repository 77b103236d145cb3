import type { Command } from "commander";
import { counted } from "../../domain/counted.ts";
import type { OwnedProcess } from "../../domain/process-view.ts";
import { duration, printJson, printLine, printNote, printTable } from "../print.ts";
import { withSession } from "../session.ts";

/** `processes`: what of ours runs on this machine. */
export function addProcesses(program: Command): void {
	program
		.command("processes")
		.description("what of Fuseline's is running on this machine, and for which run")
		.option("--json", "print one JSON object")
		.action((flags: { json?: boolean }) =>
			withSession(async ({ api }) => {
				const view = await api.processes.list.query({});
				if (flags.json) return printJson(view);
				printTable(
					["pid", "for", "what", "age", "memory", "port", "command"],
					view.processes.map((process) => [
						process.pid,
						process.run?.name ?? "–",
						`${whatOf(process)}${process.stray ? " (stray)" : ""}`,
						duration(process.ageMs),
						process.rssBytes === null ? "–" : `${Math.round(process.rssBytes / 1e6)} MB`,
						process.ports.join(" ") || "–",
						process.command.slice(0, 80),
					]),
				);
				const strays = view.processes.filter((process) => process.stray).length;
				printLine("");
				printLine(`${counted(view.processes.length, "process", "processes")}, ${counted(strays, "stray")}`);
				if (!view.complete) printNote("this system has no full process table: children may be missing");
			}),
		);
}

function whatOf({ part, call }: OwnedProcess): string {
	return call === null || part !== "call" ? part : `${call.role} (${call.harness}), loop ${call.loop}`;
}
