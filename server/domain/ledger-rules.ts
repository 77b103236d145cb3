import { type BackcheckFacts, citesStrongRecord, provesByRecords } from "./backcheck.ts";
import type { AssessedClaim, EvidenceReport, ReportedFinding, Severity } from "./evidence.ts";
import type { Issue, IssueEvent, IssueEventKind, IssueStatus } from "./ledger.ts";

/** Ledger after something happened, the events of it in order, and what was said but had no effect. */
export interface LedgerChange {
	issues: Issue[];
	events: IssueEvent[];
	notes: string[];
}

/**
 * The Developer says "mended": `open`, `regressed` and `blocked` issues become `fixed_pending_verify`. Nothing else is
 * in a Developer's power (design §5.5): a claim on a closed or unknown issue is only noted.
 */
export function applyFixClaims(
	ledger: readonly Issue[],
	fixed: readonly string[],
	loop: number,
): LedgerChange {
	const book = new Book(ledger, loop);
	for (const key of new Set(fixed)) {
		const issue = book.find(key);
		if (issue === undefined) {
			book.notes.push(`The Developer says that it mended "${key}", which the ledger does not know.`);
		} else if (issue.status === "open" || issue.status === "regressed" || issue.status === "blocked") {
			book.change(issue, "fix_claimed", "fixed_pending_verify", [], "The Developer says that it is mended.");
		} else {
			book.notes.push(`The Developer says that it mended "${key}", which is ${issue.status}.`);
		}
	}
	return book.result();
}

/**
 * What one examination does to the ledger. Rules:
 * - no readable report: nothing changes;
 * - a finding opens an issue, or is `seen` again; a claimed fix that is seen again is `open` (or `regressed` if the
 *   issue had come back before); a closed issue seen again is `regressed` and counts a reopening, once per loop;
 * - an issue closes if QA reports it resolved, or its linked claim is verified, in both cases on strong passing records
 *   of this candidate, and no finding of this report speaks against it;
 * - a closed issue regresses if its linked claim is refuted on a record of this candidate, unless QA proves that this
 *   very issue is still gone. Unproven is not refuted;
 * - after an integrity violation nothing closes and nothing regresses; new findings are still written down;
 * - the severity of an issue only rises while it is not closed: a defect is not talked down to pass.
 */
export function applyReport(
	ledger: readonly Issue[],
	report: EvidenceReport | null,
	claims: readonly AssessedClaim[],
	facts: BackcheckFacts,
): LedgerChange {
	const book = new Book(ledger, facts.loop);
	if (report === null) return book.result();
	const found = new Map(report.findings.map((finding) => [finding.id, finding]));
	for (const finding of found.values()) seeFinding(book, finding, facts);
	const said = new Map(report.issues.map((item) => [item.id, item]));
	for (const item of said.values()) {
		const issue = book.find(item.id);
		if (issue === undefined) book.notes.push(`QA speaks of "${item.id}", which the ledger does not know.`);
		else if (item.observed === "still_present" && !found.has(item.id)) {
			seeAgain(book, issue, item.records, item.note, facts);
		}
	}
	const assessed = new Map(claims.map((claim) => [claim.id, claim]));
	const accused = new Set(report.findings.map((finding) => finding.claim));
	for (const { key } of ledger) {
		const issue = book.find(key) as Issue;
		const claim = issue.claim === null ? undefined : assessed.get(issue.claim);
		const item = said.get(key);
		if (found.has(key) || item?.observed === "still_present") {
			if (item?.observed === "resolved") book.notes.push(`QA both finds "${key}" and calls it resolved.`);
			continue;
		}
		const proved = item?.observed === "resolved" && provesByRecords(item.records, facts);
		if (isUnresolved(issue.status)) {
			// after a violation no claim is verified, so this way is closed by itself
			const byClaim = claim?.verdict === "verified" && item?.observed !== "not_observed";
			if (proved) {
				book.change(issue, "closed", "closed", item.records, item.note || "QA proved that it is gone.");
			} else if (byClaim && (item?.observed === "resolved" || !accused.has(issue.claim))) {
				book.change(issue, "closed", "closed", claim.records, `The claim ${claim.id} is verified.`);
			} else if (item?.observed === "resolved") {
				book.notes.push(`QA calls "${key}" resolved without a record that proves it.`);
			}
		} else if (issue.status === "closed" && !proved && refutedByRecord(claim, facts)) {
			book.regress(issue, claim?.records ?? [], `The claim ${issue.claim} is refuted.`);
		}
	}
	return book.result();
}

function refutedByRecord(claim: AssessedClaim | undefined, facts: BackcheckFacts): boolean {
	return claim?.gapReason === "refuted" && citesStrongRecord(claim.records, facts);
}

export function isUnresolved(status: IssueStatus): boolean {
	return status !== "closed" && status !== "policy_invalidated";
}

function seeFinding(book: Book, finding: ReportedFinding, facts: BackcheckFacts): void {
	const known = book.find(finding.id);
	if (known === undefined) {
		book.open(finding);
		return;
	}
	const claim = known.claim ?? finding.claim;
	const severity = known.status === "closed" ? finding.severity : worse(known.severity, finding.severity);
	seeAgain(book, { ...known, claim, severity }, finding.records, finding.title, facts);
}

function seeAgain(book: Book, issue: Issue, records: string[], note: string, facts: BackcheckFacts): void {
	switch (issue.status) {
		case "closed":
			if (facts.violation) book.notes.push(`"${issue.key}" was seen again, but on a copy that was changed.`);
			else book.regress(issue, records, note);
			return;
		case "open":
		case "regressed":
		case "policy_invalidated":
			book.change(issue, "seen", issue.status, records, note);
			return;
		case "fixed_pending_verify":
		case "blocked":
			book.change(issue, "seen", issue.reopenings > 0 ? "regressed" : "open", records, note);
	}
}

const ranks: Record<Severity, number> = { minor: 0, major: 1, blocker: 2 };

function worse(a: Severity, b: Severity): Severity {
	return ranks[a] >= ranks[b] ? a : b;
}

/** A ledger being written: the caller's own is never touched. */
class Book {
	readonly notes: string[] = [];
	private readonly issues: Map<string, Issue>;
	private readonly events: IssueEvent[] = [];
	private readonly loop: number;

	constructor(ledger: readonly Issue[], loop: number) {
		this.issues = new Map(ledger.map((issue) => [issue.key, issue]));
		this.loop = loop;
	}

	find(key: string): Issue | undefined {
		return this.issues.get(key);
	}

	open(finding: ReportedFinding): void {
		const issue: Issue = {
			key: finding.id,
			title: finding.title,
			severity: finding.severity,
			status: "open",
			claim: finding.claim,
			firstLoop: this.loop,
			lastLoop: this.loop,
			reopenings: 0,
		};
		this.issues.set(issue.key, issue);
		this.write(issue, "opened", null, finding.records, finding.title);
	}

	change(issue: Issue, kind: IssueEventKind, to: IssueStatus, records: string[], note: string): void {
		const changed = { ...issue, status: to, lastLoop: this.loop };
		this.issues.set(issue.key, changed);
		this.write(changed, kind, issue.status, records, note);
	}

	regress(issue: Issue, records: string[], note: string): void {
		this.change({ ...issue, reopenings: issue.reopenings + 1 }, "regressed", "regressed", records, note);
	}

	result(): LedgerChange {
		return { issues: [...this.issues.values()], events: this.events, notes: this.notes };
	}

	private write(
		issue: Issue,
		kind: IssueEventKind,
		from: IssueStatus | null,
		records: string[],
		note: string,
	): void {
		this.events.push({ key: issue.key, kind, from, to: issue.status, loop: this.loop, records, note });
	}
}
