import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import type { Manifest } from "../domain/manifest.ts";
import { type Contents, openContents } from "../evidence/contents.ts";
import { contentsFile } from "../evidence/contents-file.ts";
import { decodeManifest } from "../workspace/manifest-hash.ts";

/** Contents and manifests of all projects, for reading: opened when first asked for and kept open. */
export interface ProjectContents {
	/** @throws DomainError `not_found` for a project without contents */
	of(projectId: string): Contents;
	manifest(projectId: string, manifestSha256: string): Manifest;
	close(): void;
}

const keptManifests = 20;

export function openProjectContents(config: Config): ProjectContents {
	const opened = new Map<string, Contents>();
	const manifests = new Map<string, Manifest>();

	function of(projectId: string): Contents {
		const known = opened.get(projectId);
		if (known) return known;
		const file = contentsFile(config, projectId);
		if (!existsSync(file))
			throw new DomainError("not_found", `The project ${projectId} has no contents here.`);
		const contents = openContents(file, { readonly: true });
		opened.set(projectId, contents);
		return contents;
	}

	return {
		of,
		manifest(projectId, manifestSha256) {
			const known = manifests.get(manifestSha256);
			if (known) return known;
			const manifest = decodeManifest(of(projectId).get(manifestSha256));
			manifests.set(manifestSha256, manifest);
			if (manifests.size > keptManifests) manifests.delete(manifests.keys().next().value as string);
			return manifest;
		},
		close() {
			for (const contents of opened.values()) contents.close();
			opened.clear();
		},
	};
}
