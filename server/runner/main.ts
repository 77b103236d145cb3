import { parseArgs } from "node:util";
import { loadConfig } from "../config.ts";
import { armFault } from "../fault-point.ts";
import { openLog } from "../log.ts";
import { examineAgain } from "./examine-again.ts";
import { openCandidate } from "./open-candidate.ts";
import { runRunner } from "./run-runner.ts";

/*
 * The runner: one process per run (design §2). Also the process that examines a candidate again, and the one that keeps
 * a candidate open for a visitor.
 */
const { values } = parseArgs({
	options: {
		run: { type: "string" },
		examine: { type: "string" },
		open: { type: "string" },
		announce: { type: "string" },
	},
});
const host = loadConfig(process.env);
armFault(host.faultAt);
const log = openLog(host, "runner");

try {
	if (values.run !== undefined) await runRunner(host, log, values.run);
	else if (values.examine !== undefined) await examineAgain(host, log, values.examine);
	else if (values.open !== undefined && values.announce !== undefined) {
		await openCandidate(host, log, values.open, values.announce);
	} else {
		log.error("runner: give --run RUN, --examine EXAMINATION, or --open CANDIDATE --announce FILE");
		process.exitCode = 2;
	}
} catch (error) {
	log.error("runner failed", {
		error: error instanceof Error ? (error.stack ?? error.message) : String(error),
	});
	process.exitCode = 1;
}
