import type { ProtocolDefinition } from "../domain/protocol.ts";

/** An option of every protocol: the runner reads it, not the reducer. */
export const waitOption: ProtocolDefinition["options"][number] = {
	key: "waitForReset",
	label: "Wait for a limit to reset",
	help: "Off: a used-up limit asks you at once, also when the CLI says when it resets.",
};
