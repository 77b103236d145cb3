import type { Kind } from "./kind.ts";
import { crashLoop, killDaemon, killPages, secondDaemon } from "./kinds/daemon.ts";
import { hostileKinds, workspaceLinked } from "./kinds/hostile.ts";
import { everyPoint, fiftyKills, killDuringRecovery, randomKills } from "./kinds/kills.ts";
import { powerCut } from "./kinds/power-cut.ts";
import { powerCutRun } from "./kinds/power-cut-run.ts";
import { killCli, orphansUnwalled, orphansWalled, stopRun, stopRunner } from "./kinds/signals.ts";
import { diskFull, inodesFull, lockedDatabase, readOnlyData, systemErrors } from "./kinds/storage.ts";
import { hostileTrees, tornFreeze } from "./kinds/trees.ts";
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
	{ ...diskFull, full: 12 },
	{ ...inodesFull, full: 12 },
	readOnlyData,
	killDaemon,
	killPages,
	secondDaemon,
	crashLoop,
	...hostileKinds,
	workspaceLinked,
];
