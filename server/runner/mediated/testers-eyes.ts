import type { Serve } from "../../domain/project-config.ts";
import type { PromptInputs } from "../../domain/prompt-inputs.ts";
import { findHarness } from "../../harnesses/registry.ts";
import { browserFor } from "../browser-for.ts";
import type { RunContext } from "../run-context.ts";
import type { Served } from "../serve-candidate.ts";
import { lookCommand } from "./look-bridge.ts";
import { type LookDesk, lookDesk } from "./look-desk.ts";

export interface TestersEyes {
	/** null: there is nothing to look at, or nothing to look with */
	desk: LookDesk | null;
	/** what the prompt says of it */
	told(harness: string, scratch: string): PromptInputs["look"];
}

/** Whether the tester of this candidate gets a browser, and which way; else why not. */
export async function testersEyes(
	context: RunContext,
	target: {
		candidate: { tree: string; loop: number };
		examination: { id: string };
		serve: Serve | null;
		served: Served | null;
	},
): Promise<TestersEyes> {
	if (target.served === null) return without("no_serve");
	if (!target.served.ready) return without("not_served");
	const browser = await browserFor(context);
	if (!("path" in browser)) return without("no_browser");
	const desk = lookDesk(context, {
		tree: target.candidate.tree,
		loop: target.candidate.loop,
		url: target.served.url,
		browserPath: browser.path,
		examinationId: target.examination.id,
	});
	return {
		desk,
		told: (harness, scratch) => ({
			tools: findHarness(harness)?.definition.capabilities.mcp === true,
			command: lookCommand(scratch),
		}),
	};
}

function without(why: "no_serve" | "not_served" | "no_browser"): TestersEyes {
	return { desk: null, told: () => ({ why }) };
}
