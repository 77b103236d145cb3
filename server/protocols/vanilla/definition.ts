import type { ProtocolDefinition } from "../../domain/protocol.ts";
import { waitOption } from "../wait-option.ts";

export const definition: ProtocolDefinition = {
	id: "vanilla",
	title: "Vanilla",
	summary: "One pass of one developer over the spec. No plan, no QA: the baseline.",
	roles: [
		{ role: "developer", access: "read-write", title: "Developer", does: "Builds what the spec asks for." },
	],
	stages: ["develop", "self-test", "freeze", "assess"],
	options: [waitOption],
};
