import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { viewOf } from "../inspect.ts";
import type { Kind } from "../kind.ts";
import { counter, report } from "../products.ts";
import { carryToEnd, inRoom, inspectRest } from "../room.ts";
import { texts } from "./hostile-ends.ts";

/** Two loops without a sandbox: the first Developer puts a link to somebody's folder where the workspace was. */
export const workspaceLinked: Kind = {
	id: "workspace-linked",
	title: "replaces its workspace by a link where there is no sandbox",
	quick: 1,
	full: 4,
	run: (trial) =>
		inRoom(
			async (room) => {
				const outside = join(room.world.root, "outside");
				mkdirSync(outside);
				writeFileSync(join(outside, "mine.txt"), "mine");
				const run = counter(2);
				const { entries } = run.scenario as { entries: { role: string; loop?: number }[] };
				const link = { run: { command: `w="$PWD"; cd ..; rm -rf "$w"; ln -s ${outside} "$w"` } };
				const linked = entries.map((entry) =>
					entry.role === "developer" && entry.loop === 1 ? { ...entry, steps: [link, report] } : entry,
				);
				const runId = await room.world.queue({ ...run, scenario: { id: "linked", entries: linked } });
				trial.injected();
				await carryToEnd(room, runId, trial);
				const view = viewOf(room.world, runId);
				if (view.rows[0]?.candidate) trial.harm("corrupt", "a version was made of somebody's folder");
				if (!texts(room, runId, "notice").includes("deleted or replaced"))
					trial.harm("wrong", "no notice says what became of the workspace");
				if (!view.rows[1]?.candidate) trial.harm("wrong", `the second loop has no candidate: ${view.detail}`);
				if (readdirSync(outside).length !== 1)
					trial.harm("corrupt", "the second Developer wrote through the link");
				await inspectRest(room, runId, trial);
			},
			{ FUSELINE_SANDBOX: "off" },
		),
	control: {
		says: "the workspace stays, and a version is made of it",
		synthetic: false,
		quick: false,
		run: (trial) =>
			inRoom(async (room) => {
				const runId = await room.world.queue(counter(1));
				await carryToEnd(room, runId, trial);
				if (viewOf(room.world, runId).rows[0]?.candidate)
					trial.harm("corrupt", "a version was made of somebody's folder");
			}),
	},
};
