import { budgetLabel } from "./budget-label.ts";
import type { RunEvent, StoredRunEvent } from "./run-event.ts";
import type { RunView } from "./run-view.ts";
import { listed } from "./sentences.ts";

type Said = Pick<RunView["notices"][number], "level" | "text">;

/** No more notices than a person would read; the log has them all. */
const noticeLimit = 200;

/** `view` as before the event, `next` as after it. What a person should have seen is added to the notices. */
export function foldNotices(view: RunView, next: RunView, { event, at }: StoredRunEvent): RunView {
	const said = noticeOf(view, event, at);
	if (said === null) return next;
	const loop = "loop" in event ? event.loop : view.loop;
	return { ...next, notices: [...view.notices, { at, loop, ...said }].slice(-noticeLimit) };
}

function noticeOf(view: RunView, event: RunEvent, at: number): Said | null {
	switch (event.kind) {
		case "notice":
			return { level: event.level, text: event.text };
		case "run.status":
			return noticeOfStatus(view, event);
		case "run.lost": {
			const seconds = Math.max(0, Math.round((at - event.since) / 1000));
			const gone = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
			return {
				level: "info",
				text: `Its runner had died; another took it up ${gone} after its last sign of life.`,
			};
		}
		case "issue.changed":
			return event.reopened ? { level: "warning", text: `Issue ${event.key} is back: ${event.title}` } : null;
		case "examination.assessed":
			if (!event.official || event.lost.length === 0) return null;
			return { level: "warning", text: `No longer holds: ${listed(event.lost)}` };
		case "budget.warned":
			return { level: "warning", text: event.text };
		case "budget.raised": {
			const limits = Object.entries(event.limits).map(([key, limit]) => `${budgetLabel(key)} to ${limit}`);
			return { level: "info", text: `Budget raised: ${limits.join(", ")}` };
		}
		default:
			return null;
	}
}

/** A used-up budget is told by the pause or the end that it makes. */
function noticeOfStatus(view: RunView, event: RunEvent & { kind: "run.status" }): Said | null {
	// "Paused: Paused by a person." says it twice
	const words = (what: string, why: string) =>
		why === "" ? `${what}.` : why.startsWith(`${what} `) ? why : `${what}: ${why}`;
	switch (event.status) {
		case "waiting":
			return { level: "warning", text: words("Waits", event.detail) };
		case "paused":
			return { level: "info", text: words("Paused", event.detail) };
		case "suspended":
			return { level: "warning", text: words("Suspended", event.detail) };
		case "quarantined":
			return { level: "error", text: words("Set aside", event.detail) };
		case "needs_input":
			return { level: "warning", text: words("Asks", event.question ?? event.detail) };
		case "ended":
			return view.budgets.reached === null ? null : { level: "warning", text: words("Ended", event.detail) };
		case "running":
			return view.startedAt === null || view.status === "running"
				? null
				: { level: "info", text: "Goes on." };
		default:
			return null;
	}
}
