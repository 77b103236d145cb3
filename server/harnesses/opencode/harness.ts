import type { Harness } from "../../domain/harness.ts";
import { opencodeCommand } from "./command.ts";
import { opencodeDefinition } from "./definition.ts";
import { opencodeParser } from "./parse.ts";

export const opencode: Harness = {
	definition: opencodeDefinition,
	command: opencodeCommand,
	parser: opencodeParser,
};
