import type { Manifest } from "../domain/manifest.ts";
import { treeHash } from "./manifest-hash.ts";
import type { IgnorePolicy } from "./policy.ts";
import { scanTree } from "./scan.ts";

export { classifyTesterChanges, overlayChanges } from "./overlay-changes.ts";

/** Hashes a folder anew, every byte, without storing anything: what must be done before a verdict counts. */
export async function hashTree(o: {
	root: string;
	policy: IgnorePolicy;
}): Promise<{ tree: string; manifest: Manifest }> {
	const { manifest } = await scanTree({ ...o, atRest: true });
	return { tree: treeHash(manifest), manifest };
}
