import type { Harness, HarnessDefinition } from "../domain/harness.ts";
import { claudeCode } from "./claude-code/harness.ts";
import { codex } from "./codex/harness.ts";
import { command } from "./command/harness.ts";
import { gemini } from "./gemini/harness.ts";
import { opencode } from "./opencode/harness.ts";
import { pi } from "./pi/harness.ts";
import { scripted } from "./scripted/harness.ts";

export const harnessIds = [
	"codex",
	"claude-code",
	"opencode",
	"pi",
	"gemini",
	"command",
	"scripted",
] as const;
export type HarnessId = (typeof harnessIds)[number];

/** One line per harness: adding one is a folder and this line. */
export const harnesses = {
	codex,
	"claude-code": claudeCode,
	opencode,
	pi,
	gemini,
	command,
	scripted,
} satisfies Record<HarnessId, Harness>;

/** In the order in which forms offer them. */
export const harnessDefinitions: HarnessDefinition[] = harnessIds.map((id) => harnesses[id].definition);

/** The harness of that id, or null. */
export function findHarness(id: string): Harness | null {
	return harnessIds.some((known) => known === id) ? harnesses[id as HarnessId] : null;
}
