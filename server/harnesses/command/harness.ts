import type { Harness } from "../../domain/harness.ts";
import { commandCommand } from "./command.ts";
import { commandDefinition } from "./definition.ts";
import { commandParser } from "./parse.ts";

export const command: Harness = {
	definition: commandDefinition,
	command: commandCommand,
	parser: commandParser,
};
