import { join } from "node:path";
import type { HarnessDefinition } from "../domain/harness.ts";
import { findProgram } from "./which.ts";

/** Where a harness's program is: our own cache of CLIs first, then the user's PATH; null if it isn't installed. */
export function findHarness(
	definition: Pick<HarnessDefinition, "id" | "binary">,
	places: { harnessCache: string; path: string },
): string | null {
	if (definition.binary === null) return null;
	return findProgram(definition.binary.name, [join(places.harnessCache, definition.id, "bin")], places.path);
}
