import type { Harness } from "../../domain/harness.ts";
import { piCommand } from "./command.ts";
import { piDefinition } from "./definition.ts";
import { piParser } from "./parse.ts";

export const pi: Harness = { definition: piDefinition, command: piCommand, parser: piParser };
