// The page may name no address but its own, and the project no package.
import { readdirSync, readFileSync } from "node:fs";

const problems = [];
const namespaces = new Set(["http://www.w3.org/2000/svg"]);
for (const entry of readdirSync("public", { recursive: true, withFileTypes: true })) {
	if (!entry.isFile()) continue;
	const path = `${entry.parentPath ?? entry.path}/${entry.name}`;
	for (const [address] of readFileSync(path, "utf8").matchAll(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z0-9./-]+/gi)) {
		if (!namespaces.has(address)) problems.push(`${path} names ${address}`);
	}
}
const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
for (const name of Object.keys({ ...dependencies, ...devDependencies }))
	problems.push(`package.json needs ${name}`);

for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? "own files only, no packages" : `${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
