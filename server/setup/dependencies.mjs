import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "./places.mjs";
import { run, SetupError, step } from "./progress.mjs";
import { hashOf, readStamp, writeStamp } from "./stamps.mjs";

const oldest = [20, 19];

export function checkNode() {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
		throw new SetupError(
			`Node ${process.versions.node} is too old: install Node ${oldest.join(".")} or newer (https://nodejs.org) and run the command again.`,
		);
	}
}

/** `npm ci`, only when node_modules isn't what the lock file says. */
export async function installDependencies() {
	if (isInstalled()) return;
	await step("installing dependencies (some minutes the first time)", () =>
		run([...npm(), "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
			failed: "The dependencies can't be installed: look whether the network reaches the npm registry",
		}),
	);
	if (!isInstalled())
		throw new SetupError("npm ci ended well, but node_modules isn't what package-lock.json says.");
}

/** npm keeps its own record of what lies in node_modules; an install by hand counts as well as ours. */
function isInstalled() {
	if (!existsSync(inRoot("node_modules", ".package-lock.json"))) return false;
	const wanted = packagesOf("package-lock.json");
	const there = packagesOf("node_modules/.package-lock.json");
	return Object.entries(wanted).every(([name, entry]) => {
		if (name === "" || entry.link) return true;
		const found = there[name];
		// optional packages of other platforms are in the lock only
		return found
			? found.version === entry.version
			: Boolean(entry.optional || entry.devOptional || entry.peer);
	});
}

function packagesOf(file) {
	return JSON.parse(readFileSync(inRoot(file), "utf8")).packages;
}

/** The npm that started us, else the one in PATH. */
function npm() {
	const own = process.env.npm_execpath;
	return own?.endsWith(".js") && existsSync(own) ? [process.execPath, own] : ["npm"];
}

/** The typed client for reads of the database. */
export async function generateClient() {
	const wanted = hashOf(["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"]);
	if (readStamp("prisma") === wanted && existsSync(inRoot("prisma/generated/client.ts"))) return;
	await step("generating the database client", () =>
		run([process.execPath, inRoot("node_modules/prisma/build/index.js"), "generate"], {
			environment: engineEnvironment(),
			failed: "The database client can't be generated",
		}),
	);
	writeStamp("prisma", wanted);
}

/** The committed migrations together must make exactly prisma/schema.prisma. */
export async function checkDrift() {
	const argv = [
		"migrate",
		"diff",
		"--from-migrations",
		"prisma/migrations",
		"--to-schema",
		"prisma/schema.prisma",
		"--exit-code",
	];
	await step("comparing the migrations with the schema", () =>
		run([process.execPath, inRoot("node_modules/prisma/build/index.js"), ...argv], {
			environment: engineEnvironment(),
			failed: "prisma/schema.prisma has changes without a migration: add one to prisma/migrations",
		}),
	);
}

/** Prisma looks for a native engine that `generate` doesn't use, and tries to download it: name ours where it is absent. */
function engineEnvironment() {
	// it would ask its maker for updates and leave a file in HOME
	const quiet = { CHECKPOINT_DISABLE: "1" };
	if (process.env.PRISMA_SCHEMA_ENGINE_BINARY) return quiet;
	const engines = inRoot("node_modules/@prisma/engines");
	const native = existsSync(engines) && readdirSync(engines).some((name) => name.startsWith("schema-engine"));
	return native ? quiet : { ...quiet, PRISMA_SCHEMA_ENGINE_BINARY: inRoot("prisma/schema-engine.mjs") };
}
