import type { Kind } from "./kind.ts";
import { everyPoint, fiftyKills, killDuringRecovery, randomKills } from "./kinds/kills.ts";

export const kinds: readonly Kind[] = [everyPoint, randomKills, killDuringRecovery, fiftyKills];
