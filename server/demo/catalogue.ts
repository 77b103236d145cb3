import type { ScenarioInput } from "../harnesses/scripted/scenario.ts";
import { scenario as lantern } from "./lantern/scenario.ts";
import { scenario as tally } from "./tally/scenario.ts";

export interface Demo {
	title: string;
	/** what there is to see, in a sentence */
	summary: string;
	/** name of the project */
	name: string;
	/** played by the scripted harness; its `files` are those below `loops/` and are read when a run starts */
	scenario: ScenarioInput;
}

/** Bundled projects by id, the first one is `npm run demo`. Each has a folder here: `project/` and `loops/NN/`. */
export const demos: Record<string, Demo> = {
	lantern: {
		title: "Lantern",
		summary: "A light puzzle for the browser: built, blocked, repaired, broken and recovered in five loops.",
		name: "Lantern",
		scenario: lantern,
	},
	tally: {
		title: "Tally",
		summary:
			"One page of spec and nothing else: criteria, server, checks and probes are proposed by the planner.",
		name: "Tally",
		scenario: tally,
	},
};
