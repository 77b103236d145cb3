import type { Kind } from "./kind.ts";
import { everyPoint, fiftyKills, killDuringRecovery, randomKills } from "./kinds/kills.ts";
import { hostileTrees, tornFreeze } from "./kinds/trees.ts";
import { killWriter } from "./kinds/writer.ts";

export const kinds: readonly Kind[] = [
	everyPoint,
	randomKills,
	killDuringRecovery,
	fiftyKills,
	killWriter,
	hostileTrees,
	tornFreeze,
];
