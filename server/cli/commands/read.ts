import type { Command } from "commander";
import { runTime } from "../../domain/active-time.ts";
import { eventLine } from "../event-line.ts";
import { positiveInteger, wholeNumber } from "../flags.ts";
import { duration, jsonText, printJson, printLine, printTable } from "../print.ts";
import { verdictWords } from "../progress-line.ts";
import { withSession } from "../session.ts";
import { printSummary } from "../summary.ts";

interface JsonFlag {
	json?: boolean;
}

/** `runs`, `show`, `issues`, `events`: what is known, without changing anything. */
export function addReads(program: Command): void {
	program
		.command("runs")
		.description("list runs, newest first")
		.option("--limit <n>", "how many", positiveInteger("--limit"), 50)
		.option("--json", "print a JSON list")
		.action((flags: JsonFlag & { limit: number }) => listRuns(flags));
	program
		.command("show")
		.argument("<run>", "id, project/number or `latest`")
		.description("summary of a run")
		.option("--json", "print one JSON object")
		.action((reference: string, flags: JsonFlag) =>
			withSession(async ({ api }) => {
				const { runId } = await api.runs.resolve.query({ reference });
				const summary = await api.runs.summary.query({ runId });
				if (flags.json) printJson(summary);
				else printSummary(summary);
			}),
		);
	program
		.command("issues")
		.argument("<run>", "id, project/number or `latest`")
		.description("ledger of a run")
		.option("--json", "print a JSON list with each issue's history")
		.action((reference: string, flags: JsonFlag) => listIssues(reference, flags));
	program
		.command("events")
		.argument("<run>", "id, project/number or `latest`")
		.description("what happened in a run, oldest first")
		.option("--after <n>", "only events after this number", wholeNumber("--after", 0), 0)
		.option("--json", "print one JSON object a line")
		.action((reference: string, flags: JsonFlag & { after: number }) => listEvents(reference, flags));
}

function listRuns(flags: JsonFlag & { limit: number }): Promise<void> {
	return withSession(async ({ api }) => {
		const rows = [];
		for (let cursor: string | null = null; rows.length < flags.limit; ) {
			const limit = Math.min(50, flags.limit - rows.length);
			const page: Awaited<ReturnType<typeof api.runs.list.query>> = await api.runs.list.query({
				limit,
				cursor,
			});
			rows.push(...page.rows);
			cursor = page.next;
			if (cursor === null) break;
		}
		if (flags.json) return printJson(rows);
		printTable(
			["run", "project", "protocol", "state", "loop", "verdict", "tokens", "worked"],
			rows.map((row) => [
				row.runId,
				`${row.projectName}/${row.number}`,
				row.protocol,
				row.endCause ?? row.status,
				`${row.loop}/${row.loops}`,
				row.verdict ? verdictWords(row.verdict) : "–",
				row.tokens,
				duration(runTime(row, Date.now())?.workMs ?? null),
			]),
		);
	});
}

function listIssues(reference: string, flags: JsonFlag): Promise<void> {
	return withSession(async ({ api }) => {
		const { runId } = await api.runs.resolve.query({ reference });
		const issues = await api.issues.list.query({ runId });
		if (flags.json) return printJson(issues);
		if (issues.length === 0) return printLine("no issues");
		printTable(
			["issue", "severity", "status", "first", "last", "reopened", "title"],
			issues.map((issue) => [
				issue.key,
				issue.severity,
				issue.status,
				issue.firstLoop,
				issue.lastLoop,
				issue.reopenings,
				issue.title,
			]),
		);
	});
}

const page = 1000;

function listEvents(reference: string, flags: JsonFlag & { after: number }): Promise<void> {
	return withSession(async ({ api }) => {
		const { runId } = await api.runs.resolve.query({ reference });
		const { loops } = (await api.runs.view.query({ runId })).view.options;
		for (let after = flags.after; ; ) {
			const events = await api.runs.events.query({ runId, after, limit: page });
			for (const stored of events) {
				if (flags.json) printLine(jsonText(stored));
				else printLine(`${String(stored.seq).padStart(6)}  ${eventLine(stored.event, loops)}`);
			}
			const last = events.at(-1);
			if (!last || events.length < page) return;
			after = last.seq;
		}
	});
}
