import { counted } from "../domain/counted.ts";
import type { StoredRunEvent } from "../domain/run-event.ts";
import type { Verdict } from "../domain/verdict.ts";
import { duration } from "./print.ts";

const labels = {
	plan: "plan",
	preserve: "preserve",
	develop: "develop",
	"self-test": "self-test",
	freeze: "freeze",
	assess: "assess",
} as const;

/** One line for a person about what happened; null for what isn't worth one. */
export function progressLine({ event }: StoredRunEvent, loops: number): string | null {
	switch (event.kind) {
		case "stage.ended": {
			const state = event.ok ? "done" : "not passed";
			const note = event.note === "" ? "" : `  ${event.note}`;
			return `${at(event.loop, loops)}  ${labels[event.stage].padEnd(9)}  ${state}  ${duration(event.durationMs)}${note}`;
		}
		case "examination.assessed": {
			if (!event.official) return null;
			const lost = event.lost.length > 0 ? `, lost ${event.lost.join(", ")}` : "";
			const complete = event.productComplete ? ", product complete" : "";
			return `${at(event.loop, loops)}  verdict    ${verdictWords(event.verdict)}; ${event.verified} verified, ${counted(event.gaps, "gap")}${lost}${complete}`;
		}
		case "issue.changed":
			return `${at(event.loop, loops)}  issue      ${event.key} ${event.reopened ? "reopened" : event.to}: ${event.title}`;
		case "run.status": {
			if (event.status === "running" || event.status === "queued") return null;
			const cause = event.endCause === null ? "" : ` (${event.endCause})`;
			if (event.status === "waiting" && event.until !== null)
				return `run waiting, paused until ${clock(event.until)}: ${event.detail} (\`fuseline resume RUN\` goes on at once, \`stop\` ends it)`;
			const words = event.question ?? event.detail;
			return `run ${event.status}${cause}${words === "" ? "" : `: ${words}`}`;
		}
		case "notice":
			return event.level === "info" ? null : `${event.level}: ${event.text}`;
		case "budget.warned":
			return `warning: ${event.text}`;
		case "budget.raised": {
			const limits = Object.entries(event.limits).map(([key, limit]) => `${key} to ${limit}`);
			return `budget raised: ${limits.join(", ")}`;
		}
		case "invocation.ended":
			if (event.outcome === "completed") return null;
			return `${at(event.loop, loops)}  ${event.role} ${event.outcome}: ${event.message ?? event.errorKind ?? ""}`;
		default:
			return null;
	}
}

/** Local time of an instant, with the day if it is another one. */
function clock(iso: string): string {
	const time = new Date(iso);
	const near = Math.abs(time.getTime() - Date.now()) < 20 * 3_600_000;
	return near ? time.toLocaleTimeString("en-GB") : time.toLocaleString("en-GB");
}

/** `loop 2/3` */
export function at(loop: number, loops: number): string {
	return `loop ${String(loop).padStart(String(loops).length)}/${loops}`;
}

/** `pass · clean · aligned` */
export function verdictWords(verdict: Pick<Verdict, "status" | "integrity" | "contract">): string {
	return `${verdict.status} · ${verdict.integrity} · ${verdict.contract}`;
}
