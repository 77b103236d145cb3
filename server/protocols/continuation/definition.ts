import type { ProtocolDefinition } from "../../domain/protocol.ts";
import { waitOption } from "../wait-option.ts";

export const definition: ProtocolDefinition = {
	id: "continuation",
	title: "Continuation",
	summary: "Passes of one developer in one session, each with the same prompt. No plan, no evidence.",
	roles: [
		{
			role: "developer",
			access: "read-write",
			title: "Developer",
			does: "Builds what the spec asks for, then goes on improving it.",
		},
	],
	stages: ["develop", "self-test", "freeze", "assess"],
	options: [
		{ key: "loops", label: "Passes", help: "How often the developer goes on in the same session." },
		waitOption,
	],
};
