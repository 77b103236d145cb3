import type { Harness } from "../../domain/harness.ts";
import { scriptedCommand } from "./command.ts";
import { scriptedDefinition } from "./definition.ts";
import { scriptedParser } from "./parse.ts";

export const scripted: Harness = {
	definition: scriptedDefinition,
	command: scriptedCommand,
	parser: scriptedParser,
};
