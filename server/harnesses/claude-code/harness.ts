import type { Harness } from "../../domain/harness.ts";
import { claudeCommand } from "./command.ts";
import { claudeDefinition } from "./definition.ts";
import { claudeParser } from "./parse.ts";

export const claudeCode: Harness = {
	definition: claudeDefinition,
	command: claudeCommand,
	parser: claudeParser,
};
