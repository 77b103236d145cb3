import type { PromptInputs } from "../../domain/prompt-inputs.ts";
import type { Catalogue } from "./catalogue.ts";
import { oneLine, quoteData } from "./fence.ts";

/** A heading and its text; null where there is nothing to say. */
type Section = { heading: string; body: string } | null;

/** The spec, word for word. */
export function specSection(inputs: PromptInputs, words: Catalogue): Section {
	return { heading: words.headings.spec, body: quoteData("spec", inputs.spec) };
}

export function criteriaSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.phases.length === 0) {
		return inputs.missing.includes("criteria")
			? { heading: words.headings.criteria, body: words.criteriaNone }
			: null;
	}
	const lines = inputs.phases.flatMap((phase) => [
		`${phase.id}: ${oneLine(phase.title)}`,
		...phase.criteria.map((criterion) => {
			const marks = [
				...(criterion.kind === "constraint" ? ["constraint"] : []),
				...(criterion.blocking ? ["blocking"] : []),
			];
			return `  - ${criterion.id}${marks.length > 0 ? ` [${marks.join(", ")}]` : ""}: ${oneLine(criterion.statement, 2000)}`;
		}),
	]);
	return { heading: words.headings.criteria, body: quoteData("criteria", lines.join("\n")) };
}

export function missingSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.missing.length === 0) return null;
	const lines = inputs.missing.map((part) => `- ${words.missing[part]}`);
	return { heading: words.headings.missing, body: [words.missingIntro, ...lines].join("\n") };
}

export function planSection(inputs: PromptInputs, words: Catalogue): Section {
	const text = inputs.planMarkdown ?? (inputs.plan === null ? null : JSON.stringify(inputs.plan, null, "\t"));
	return text === null
		? null
		: { heading: words.headings.plan, body: quoteData("development-document", text) };
}

export function preservedSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.preserved.length === 0) return null;
	const lines = inputs.preserved.map((claim) => `- ${claim.claim}: ${oneLine(claim.statement, 2000)}`);
	return {
		heading: words.headings.preserved,
		body: `${words.preservedIntro[inputs.role]}\n${quoteData("preserved", lines.join("\n"))}`,
	};
}

export function ledgerSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.ledger.length === 0) return null;
	const lines = inputs.ledger.map((issue) => {
		const claim = issue.claim === null ? "" : `, claim ${issue.claim}`;
		return `- ${issue.key} [${issue.status}, ${issue.severity}${claim}]: ${oneLine(issue.title)}`;
	});
	return {
		heading: words.headings.ledger,
		body: `${words.ledgerIntro[inputs.role]}\n${quoteData("issues", lines.join("\n"))}`,
	};
}

export function evidenceSection(inputs: PromptInputs, words: Catalogue): Section {
	const { evidence } = inputs;
	if (evidence === null) {
		return inputs.loop > 1 ? { heading: words.headings.evidence, body: words.evidenceNone } : null;
	}
	const { verdict, preservation } = evidence;
	const lines = [
		`candidate ${evidence.candidate}, loop ${evidence.loop}`,
		`status ${verdict.status}, integrity ${verdict.integrity}, contract ${verdict.contract}`,
		...verdict.reasons.map((reason) => `  - ${reason.judgement}: ${oneLine(reason.text)}`),
		...(evidence.summary === "" ? [] : [`summary: ${oneLine(evidence.summary, 4000)}`]),
		...list("claims", evidence.claims, (claim) => {
			const observed = claim.observed === "" ? "" : ` Observed: ${oneLine(claim.observed)}`;
			return `${claim.id} [${claim.verdict}]: ${oneLine(claim.statement)} ${oneLine(claim.reason)}${observed}`;
		}),
		...list("findings", evidence.findings, (finding) => {
			const detail = finding.detail === "" ? "" : ` ${oneLine(finding.detail, 2000)}`;
			return `${finding.id} [${finding.severity}]: ${oneLine(finding.title)}${detail}`;
		}),
		...list("lost", preservation.lost, (id) => id),
		...list("not proved again", preservation.unproven, (id) => id),
		...list("checks", evidence.checks, (check) => `${check.id}: ${check.status}`),
		...list(
			"probes",
			evidence.probes,
			(probe) => `${probe.id}: ${probe.status}${probe.message === "" ? "" : `, ${oneLine(probe.message)}`}`,
		),
	];
	return {
		heading: words.headings.evidence,
		body: `${words.evidenceIntro}\n${quoteData("evidence", lines.join("\n"))}`,
	};
}

export function recordsSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.records.length === 0) return { heading: words.headings.records, body: words.recordsNone };
	const lines = inputs.records.map((record) => {
		const passed = record.passed === null ? "" : record.passed ? ", passed" : ", failed";
		const seen = record.observation === "" ? "" : `: ${oneLine(record.observation)}`;
		return `- ${record.ref} [${record.kind}${passed}] ${oneLine(record.title)}${seen}`;
	});
	return {
		heading: words.headings.records,
		body: `${words.recordsIntro}\n${quoteData("records", lines.join("\n"))}`,
	};
}

/** The tester's own browser, or why it has none. */
export function lookSection(inputs: PromptInputs, words: Catalogue): Section {
	const { look } = inputs;
	if (look === null) return null;
	const lines =
		"why" in look
			? [words.look.none[look.why]]
			: [
					...(look.tools ? [words.look.tools] : []),
					words.look.command(oneLine(look.command)),
					...words.look.rules,
				];
	return { heading: words.headings.look, body: lines.map((line) => `- ${line}`).join("\n") };
}

export function filesSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.files.length === 0) return null;
	return {
		heading: words.headings.files,
		body: `${words.filesIntro}\n${quoteData("files", inputs.files.map((path) => oneLine(path)).join("\n"))}`,
	};
}

export function problemsSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.problems.length === 0) return null;
	const lines = inputs.problems.map((problem) => `- ${oneLine(problem)}`);
	return {
		heading: words.headings.problems,
		body: `${words.problemsIntro}\n${quoteData("problems", lines.join("\n"))}`,
	};
}

/** A person's wish is the one foreign text that may instruct; it is fenced all the same, so that its end is clear. */
export function instructionSection(inputs: PromptInputs, words: Catalogue): Section {
	if (inputs.instruction === null || inputs.instruction.trim() === "") return null;
	const quoted = quoteData("", inputs.instruction).replace("data \n", "wish\n");
	return { heading: words.headings.instruction, body: `${words.instructionIntro}\n${quoted}` };
}

export function placeSection(inputs: PromptInputs, words: Catalogue): Section {
	const lines = [words.workspace(inputs.workspace)];
	if (inputs.candidate !== null) lines.push(words.candidate(inputs.candidate));
	if (inputs.role === "tester") {
		lines.push(inputs.appUrl === null ? words.appNone : words.app(inputs.appUrl));
	}
	return { heading: words.headings.place, body: lines.map((line) => `- ${line}`).join("\n") };
}

export function answerSection(inputs: PromptInputs, words: Catalogue): Section {
	const lines = words.answer(`${inputs.outbox}/result.json`).map((line) => `- ${line}`);
	const schema = `\`\`\`json\n${JSON.stringify(inputs.resultSchema)}\n\`\`\``;
	return { heading: words.headings.answer, body: [...lines, words.schemaIntro, schema].join("\n") };
}

function list<T>(title: string, items: readonly T[], line: (item: T) => string): string[] {
	return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  - ${line(item)}`)];
}
