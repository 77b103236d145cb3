import type { ScenarioInput } from "../../harnesses/scripted/scenario.ts";
import { developers } from "./scenario/developer.ts";
import { planners } from "./scenario/planner.ts";
import { testers } from "./scenario/tester.ts";

/**
 * Lantern in five loops: first boot · the Developer says pass and the golden path is blocked · repair · undo and keyboard
 * arrive and winning breaks · recovery, product complete. A sixth writes a README; later ones have nothing to do.
 * Without a plan (`vanilla`, `continuation`) the Developer builds everything in one go and never sees that nobody can win.
 */
export const scenario: ScenarioInput = {
	id: "lantern",
	title: "Lantern",
	entries: [...planners, ...developers, ...testers],
};
