import type { ProtocolDefinition } from "../../domain/protocol.ts";
import { waitOption } from "../wait-option.ts";

export const definition: ProtocolDefinition = {
	id: "hoh",
	title: "Harness of harnesses",
	summary: "Each loop plans one increment, builds it, freezes it, and lets QA prove on a copy what works.",
	roles: [
		{
			role: "planner",
			access: "read-only",
			title: "Planner",
			does: "Chooses the next increment from the spec and the last evidence.",
		},
		{
			role: "developer",
			access: "read-write",
			title: "Developer",
			does: "Builds the increment. The only role that may change the workspace.",
		},
		{
			role: "tester",
			access: "read-only",
			title: "QA",
			does: "Uses the frozen candidate like a customer and proves or refutes claims.",
		},
	],
	stages: ["plan", "preserve", "develop", "self-test", "freeze", "assess"],
	options: [
		{ key: "loops", label: "Loops", help: "How many increments to build; each gives at most one candidate." },
		{ key: "planUpdate", label: "New plan in each loop", help: "Off: the first plan is kept for all loops." },
		{
			key: "evidenceFeedback",
			label: "Evidence goes back to the planner",
			help: "Off: evidence, issues and the preservation set are withheld from planner and developer.",
		},
		{ key: "warmStart", label: "Build on the last candidate", help: "Off: each loop starts from the seed." },
		{
			key: "earlyStop",
			label: "Stop when complete",
			help: "End as soon as an accepted candidate proves every blocking criterion.",
		},
		waitOption,
	],
};
