import type { Harness } from "../../domain/harness.ts";
import { codexCommand } from "./command.ts";
import { codexDefinition } from "./definition.ts";
import { codexParser } from "./parse.ts";

export const codex: Harness = { definition: codexDefinition, command: codexCommand, parser: codexParser };
