import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { counted } from "../../domain/counted.ts";
import { openInBrowser } from "../../process/open-in-browser.ts";
import { parseHarness } from "../bindings.ts";
import { CliError } from "../exit.ts";
import { printJson, printLine } from "../print.ts";
import { verdictWords } from "../progress-line.ts";
import { type Session, withSession } from "../session.ts";

interface JsonFlag {
	json?: boolean;
}

const candidateHelp = "id, RUN/loop-03-3f9a1c77e0b2 or loop-03-3f9a1c77e0b2";

/** `export`, `open`, `examine`: take a version out, visit it, judge it again. */
export function addCandidates(program: Command): void {
	program
		.command("export")
		.argument("<candidate>", candidateHelp)
		.argument("<dir>", "a new or empty folder")
		.description("write a candidate's files to a folder")
		.option("--json", "print one JSON object")
		.action((candidateId: string, directory: string, flags: JsonFlag) =>
			withSession(async ({ api }) => {
				const target = path.resolve(directory);
				const done = await api.candidates.export.mutate({ candidateId, directory: target });
				if (flags.json) printJson(done);
				else printLine(`${counted(done.files, "file")} in ${done.directory}`);
			}),
		);
	program
		.command("open")
		.argument("<candidate>", candidateHelp)
		.description("serve a candidate in its sandbox and visit it, until Ctrl-C")
		.option("--no-open", "print the address, don't open a browser")
		.option("--json", "print one JSON object when it is ready")
		.action((candidateId: string, flags: JsonFlag & { open: boolean }) =>
			withSession((session, interrupted) => serve(session, candidateId, flags, interrupted), {
				untilInterrupted: true,
			}),
		);
	program
		.command("examine")
		.argument("<candidate>", candidateHelp)
		.description("judge a candidate again; shown beside the official verdict, never over it")
		.option("--tester <harness:model>", "who tests (else checks and probes only)")
		.option("--prompt <file>", "an extra wish to the tester")
		.option("--json", "print the examination")
		.action((candidateId: string, flags: JsonFlag & { tester?: string; prompt?: string }) =>
			withSession((session) => examine(session, candidateId, flags)),
		);
}

async function serve(
	{ api }: Session,
	candidateId: string,
	flags: JsonFlag & { open: boolean },
	interrupted: Promise<"interrupted">,
): Promise<void> {
	const { url } = await api.candidates.open.mutate({ candidateId });
	if (flags.json) printJson({ url });
	else printLine(`${url}  (until Ctrl-C)`);
	if (flags.open && !flags.json) openInBrowser(url);
	await interrupted;
	await api.candidates.close.mutate({ candidateId });
}

async function examine(
	{ api }: Session,
	candidateId: string,
	flags: JsonFlag & { tester?: string; prompt?: string },
): Promise<void> {
	const candidate = await api.candidates.get.query({ candidateId });
	const { examinationId } = await api.candidates.examine.mutate({
		candidateId: candidate.id,
		tester: flags.tester
			? { ...parseHarness(flags.tester), effort: null, access: "read-only", settings: {} }
			: null,
		instruction: flags.prompt ? await promptOf(flags.prompt) : null,
	});
	const examination = await finished(api, candidate.id, examinationId);
	if (flags.json) printJson(examination);
	else printLine(examination.verdict ? verdictWords(examination.verdict) : examination.message);
	if (examination.status === "failed") process.exitCode = 1;
}

async function promptOf(file: string): Promise<string> {
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		throw new CliError(2, `--prompt ${file} can't be read: ${(error as Error).message}`);
	}
}

const lookEveryMs = 500;

/** Examinations asked for later aren't in the run's ledger, so their end is looked for, not announced. */
async function finished(api: Session["api"], candidateId: string, examinationId: string) {
	for (;;) {
		const { examinations } = await api.candidates.get.query({ candidateId });
		const examination = examinations.find(({ id }) => id === examinationId);
		if (examination && examination.status !== "running") return examination;
		await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
	}
}
