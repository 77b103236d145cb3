import { defaultRetention, type Retention, retentionSchema } from "../domain/retention.ts";
import type { Store } from "./open.ts";
import { readSetting, writeSetting } from "./settings.ts";

const name = "retention";

/** The policy in force. */
export function readRetention(store: Store): Retention {
	return readSetting(store, name, retentionSchema, defaultRetention);
}

export function writeRetention(store: Store, policy: Retention): void {
	writeSetting(store, name, policy);
}
