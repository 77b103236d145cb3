import { setTimeout as sleep } from "node:timers/promises";
import type { ContentsUpkeep, StoredContent } from "../evidence/contents-upkeep.ts";
import { isAlive } from "../process/identity.ts";
import { openUnits, type Unit } from "../store/content-units.ts";
import type { Store } from "../store/open.ts";
import { buryBlobs } from "../store/removals.ts";

export interface Collected {
	/** contents that went */
	removed: StoredContent[];
	/** contents that wait for open units, and for which */
	waiting: StoredContent[];
	units: string[];
}

const lookEveryMs = 100;

/**
 * Takes what nobody names out of one contents file, in the order that `contents-upkeep.ts` explains. Waits at most
 * `waitMs` for units under way; what still waits then is taken by the next call.
 * @param mark all hashes that have to stay, as the rows say at the moment of the call
 */
export async function collect(
	store: Store,
	projectId: string,
	contents: ContentsUpkeep,
	mark: () => Set<string>,
	waitMs: number,
): Promise<Collected> {
	const stored = new Map(contents.stored().map((content) => [content.sha256, content]));
	const marked = mark();
	const garbage = [...stored.keys()].filter((sha256) => !marked.has(sha256));
	if (garbage.length > 0) contents.condemn(garbage);
	const collected: Collected = { removed: [], waiting: [], units: [] };
	const deadline = Date.now() + waitMs;
	for (const round of contents.rounds()) {
		const units = round.units ?? living(openUnits(store, projectId)).map((unit) => unit.id);
		if (round.units === null) contents.setUnits(round.id, units);
		const open = () => living(openUnits(store, projectId)).filter((unit) => units.includes(unit.id));
		while (open().length > 0 && Date.now() < deadline) await sleep(lookEveryMs);
		const still = open();
		const condemned = contents.condemned(round.id).flatMap((sha256) => stored.get(sha256) ?? []);
		if (still.length > 0) {
			collected.waiting.push(...condemned);
			collected.units.push(...still.map((unit) => unit.what));
			continue;
		}
		const named = mark();
		const loose = condemned.filter((content) => !named.has(content.sha256));
		buryBlobs(store, projectId, loose);
		const swept = new Set(
			await contents.sweep(
				round.id,
				loose.map((content) => content.sha256),
			),
		);
		collected.removed.push(...loose.filter((content) => swept.has(content.sha256)));
		contents.endRound(round.id);
	}
	collected.units = [...new Set(collected.units)];
	return collected;
}

/** A unit without a process is closed by the daemon, which knows whose it is. */
function living(units: Unit[]): Unit[] {
	return units.filter(
		(unit) => unit.pid === null || unit.pidStart === null || isAlive(unit.pid, unit.pidStart),
	);
}
