import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where system tools are even if PATH is bare (a service, a desktop launcher). */
const systemDirectories = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/opt/homebrew/bin"];

/**
 * Absolute path of a program: looked for in `extraDirectories`, then in `path` (colon-separated), then where systems keep their tools.
 * A name with a slash is taken as it stands. Null: not there or not executable.
 */
export function findProgram(name: string, extraDirectories: string[] = [], path = ""): string | null {
	if (name.includes("/")) return isAbsolute(name) && isExecutable(name) ? name : null;
	for (const directory of [...extraDirectories, ...path.split(delimiter), ...systemDirectories]) {
		if (!isAbsolute(directory)) continue;
		const candidate = join(directory, name);
		if (isExecutable(candidate)) return candidate;
	}
	return null;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
