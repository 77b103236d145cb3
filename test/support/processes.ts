import { readdirSync, readFileSync } from "node:fs";

/** Command lines of processes whose environment or command line names a text; our own is left out. Linux only. */
export function findMarkedCommands(text: string): string[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
		.flatMap((pid) => {
			try {
				const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
				const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
				return environment.includes(text) || command.includes(text) ? [command] : [];
			} catch {
				return [];
			}
		});
}
