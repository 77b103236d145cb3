import type { Kind } from "./kind.ts";
import { clockJumps } from "./kinds/clock.ts";
import { crashLoop, killDaemon, killPages, secondDaemon } from "./kinds/daemon.ts";
import { damagedContents } from "./kinds/damage.ts";
import { hostileKinds } from "./kinds/hostile.ts";
import { everyPoint, fiftyKills, killDuringRecovery, randomKills } from "./kinds/kills.ts";
import { pidReuse } from "./kinds/pid-reuse.ts";
import { powerCut } from "./kinds/power-cut.ts";
import { powerCutRun } from "./kinds/power-cut-run.ts";
import { killCli, orphansUnwalled, orphansWalled, stopRun, stopRunner } from "./kinds/signals.ts";
import {
	diskFull,
	inodesFull,
	lockedDatabase,
	nobodyMakesRoom,
	readOnlyData,
	systemErrors,
} from "./kinds/storage.ts";
import { hostileTrees, tornFreeze } from "./kinds/trees.ts";
import { killBackup, killGc } from "./kinds/upkeep.ts";
import { workspaceLinked } from "./kinds/workspace-linked.ts";
import { killWriter } from "./kinds/writer.ts";

export const kinds: readonly Kind[] = [
	fiftyKills,
	everyPoint,
	randomKills,
	killDuringRecovery,
	killWriter,
	powerCut,
	powerCutRun,
	hostileTrees,
	tornFreeze,
	killCli,
	stopRunner,
	stopRun,
	orphansWalled,
	orphansUnwalled,
	systemErrors,
	lockedDatabase,
	{ ...diskFull, full: 12, control: nobodyMakesRoom },
	{ ...inodesFull, full: 12, control: { sameAs: "disk-full" } },
	readOnlyData,
	killDaemon,
	killPages,
	secondDaemon,
	crashLoop,
	clockJumps,
	pidReuse,
	damagedContents,
	killGc,
	killBackup,
	...hostileKinds,
	workspaceLinked,
];

// a kind whose detector nobody has seen fire counts for nothing
for (const { id, control } of kinds) {
	const shown =
		control && "sameAs" in control ? kinds.find((kind) => kind.id === control.sameAs)?.control : control;
	if (!shown || !("run" in shown)) throw new Error(`the kind of fault "${id}" has no control`);
}
