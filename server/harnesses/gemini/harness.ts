import type { Harness } from "../../domain/harness.ts";
import { geminiCommand } from "./command.ts";
import { geminiDefinition } from "./definition.ts";
import { geminiParser } from "./parse.ts";

export const gemini: Harness = { definition: geminiDefinition, command: geminiCommand, parser: geminiParser };
