import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { DomainError, type Problem } from "../domain/errors.ts";
import { type ProjectConfig, projectConfigSchema, specLimitBytes } from "../domain/project-config.ts";
import { specProblems } from "../domain/spec-text.ts";
import type { ProjectDraft } from "../domain/views.ts";
import { displayPath } from "./manifest-hash.ts";
import { ignorePolicy } from "./policy.ts";
import { parseProjectFile } from "./project-file.ts";
import { walk } from "./walk.ts";

export interface ReadProjectOptions {
	/** its own folder is no project */
	dataDirectory?: string;
}

/**
 * Looks at a folder as a project: its spec, its `fuseline.json`, its size. What is wrong with the files is in
 * `problems`, with lines; the draft is then as good as it can be read.
 * @throws DomainError for a folder that can't be a project at all: missing, HOME, `/`, the data directory
 */
export async function readProjectFolder(
	path: string,
	options: ReadProjectOptions = {},
): Promise<ProjectDraft> {
	const folder = checkFolder(path, options.dataDirectory);
	const problems: Problem[] = [];
	const warnings: Problem[] = [];
	const config = readConfig(folder, problems);
	const specText = readSpec(folder, config.project, problems);
	const policy = ignorePolicy(config.project.ignore);
	let files = 0;
	let bytes = 0;
	try {
		for await (const entries of walk({ root: folder, policy })) {
			for (const found of entries) {
				if (found.type === "special") {
					problems.push({
						where: displayPath(found.path),
						what: `is ${found.kind}; only files, folders and links can be kept`,
						mend: 'delete it or add it to "ignore" in fuseline.json',
					});
				} else if (found.type === "file") {
					files += 1;
					bytes += Number(found.stat.size);
				}
			}
		}
	} catch (error) {
		if (!(error instanceof DomainError)) throw error;
		problems.push({ where: folder, what: error.message });
	}
	if (bytes > 1024 ** 3) {
		warnings.push({
			where: folder,
			what: `has ${Math.round(bytes / 1024 ** 2)} MiB in ${files} files; every loop reads them`,
			mend: 'leave out what is no source by "ignore" in fuseline.json',
		});
	}
	return {
		name: config.project.name ?? (basename(folder) || "project"),
		specText,
		folder: { path: folder, files, bytes },
		project: config.project,
		configFound: config.found,
		problems,
		warnings,
	};
}

function checkFolder(path: string, dataDirectory: string | undefined): string {
	const asked = path.startsWith("~/") || path === "~" ? join(homedir(), path.slice(1)) : path;
	if (!isAbsolute(asked))
		throw refused(`${path} isn't an absolute path`, "give the whole path of the folder");
	let folder: string;
	try {
		folder = realpathSync(resolve(asked));
	} catch {
		throw refused(`${path} doesn't exist`, "give an existing folder");
	}
	if (!statSync(folder).isDirectory())
		throw refused(`${path} isn't a folder`, "give the folder that holds the spec");
	if (folder === "/") throw refused("/ is the whole machine", "give the folder of one project");
	if (folder === realOr(homedir()))
		throw refused(`${path} is your home folder`, "give the folder of one project");
	if (dataDirectory !== undefined) {
		const data = realOr(dataDirectory);
		if (isInside(folder, data) || isInside(data, folder)) {
			throw refused(`${path} holds or lies in Fuseline's own data (${data})`, "give a folder outside of it");
		}
	}
	return folder;
}

function isInside(inner: string, outer: string): boolean {
	const way = relative(outer, inner);
	return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

function realOr(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

function refused(what: string, mend: string): DomainError {
	return new DomainError("invalid_input", `${what}: ${mend}.`, [{ where: "source.path", what, mend }]);
}

function readConfig(folder: string, problems: Problem[]): { project: ProjectConfig; found: boolean } {
	const file = join(folder, "fuseline.json");
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
			problems.push({ where: "fuseline.json", what: `can't be read (${(error as Error).message})` });
		}
		return { project: projectConfigSchema.parse({}), found: false };
	}
	const parsed = parseProjectFile(text);
	problems.push(...parsed.problems);
	return { project: parsed.project ?? projectConfigSchema.parse({}), found: true };
}

function readSpec(folder: string, project: ProjectConfig, problems: Problem[]): string {
	const where = project.spec;
	let real: string;
	try {
		real = realpathSync(join(folder, where));
	} catch {
		const others = readdirSync(folder).filter((name) => /\.(md|markdown|txt)$/i.test(name));
		problems.push({
			where,
			what: "isn't there: a project needs its spec",
			mend:
				others.length > 0
					? `say in fuseline.json which file it is, for example "spec": "${others[0]}"`
					: "write what the product should do into spec.md",
		});
		return "";
	}
	if (!isInside(real, folder)) {
		problems.push({
			where,
			what: "lies outside of the folder",
			mend: "put the spec into the project's folder",
		});
		return "";
	}
	const stat = statSync(real);
	if (!stat.isFile()) {
		problems.push({ where, what: "isn't a file" });
		return "";
	}
	if (stat.size > specLimitBytes) {
		problems.push({
			where,
			what: `has ${stat.size} bytes; a spec has at most 1 MiB`,
			mend: "keep the requirements in it and move data into files of their own",
		});
		return "";
	}
	const text = readFileSync(real, "utf8");
	problems.push(...specProblems(text, where));
	return text;
}
