import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Living processes whose environment or command line holds the text: what a run forgot to end. */
export function processesWith(text: string): { pid: number; command: string }[] {
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => Number.isInteger(pid) && pid !== process.pid)
		.flatMap((pid) => {
			try {
				const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
				const state = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.[0];
				if (state === "Z" || state === "X") return [];
				const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
				return environment.includes(text) || command.includes(text) ? [{ pid, command }] : [];
			} catch {
				return [];
			}
		});
}

/** Names that CLIs give to what they leave in a common place; other programs of this machine work there too. */
const traces = /^(claude|codex|opencode|pi-|gemini|cc-socks|\..*\.so$|bun-|node-compile-cache)/i;
const commonPlaces = [tmpdir(), "/var/tmp", "/dev/shm", "/run", "/usr", "/etc", "/opt", "/srv", "/"];

export interface Places {
	home: string;
	temporary: string;
}

/** Everything that a CLI could have left where it must leave nothing; taken before and after. */
export function listPlaces({ home, temporary }: Places): Set<string> {
	const found = new Set<string>();
	const walk = (directory: string) => {
		for (const entry of readdirSync(directory, { withFileTypes: true })) {
			const path = join(directory, entry.name);
			if (entry.isDirectory() && directory.startsWith(home)) walk(path);
			// a CLI's folder is made where there is none, to mount on; nothing is made in it
			else found.add(path);
		}
	};
	walk(home);
	for (const name of readdirSync(temporary)) found.add(join(temporary, name));
	for (const place of commonPlaces) {
		for (const name of readdirSync(place)) if (traces.test(name)) found.add(join(place, name));
	}
	return found;
}
