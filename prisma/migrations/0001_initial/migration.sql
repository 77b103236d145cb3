-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "source" TEXT,
    "createdAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "endCause" TEXT,
    "detail" TEXT NOT NULL DEFAULT '',
    "question" TEXT,
    "waitUntil" BIGINT,
    "protocol" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "configHash" TEXT NOT NULL,
    "state" TEXT,
    "pending" TEXT,
    "createdAt" BIGINT NOT NULL,
    "startedAt" BIGINT,
    "endedAt" BIGINT,
    "runnerPid" INTEGER,
    "runnerStart" TEXT,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "humanInterventions" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "Run_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Loop" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT,
    "plan" TEXT,
    "planMarkdown" TEXT,
    "planHash" TEXT,
    "preservation" TEXT,
    "developerStatus" TEXT,
    "developerReport" TEXT,
    "effective" TEXT,
    CONSTRAINT "Loop_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Step" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "loop" INTEGER NOT NULL,
    "effect" TEXT NOT NULL,
    "intentAt" BIGINT NOT NULL,
    "outcome" TEXT,
    "outcomeAt" BIGINT,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Step_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "channel" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "loop" INTEGER,
    "invocationId" TEXT,
    "data" TEXT NOT NULL,
    CONSTRAINT "Event_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Command" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" TEXT NOT NULL DEFAULT '{}',
    "createdAt" BIGINT NOT NULL,
    "takenAt" BIGINT,
    "result" TEXT,
    CONSTRAINT "Command_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Invocation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "loop" INTEGER NOT NULL,
    "stepKey" TEXT NOT NULL,
    "examinationId" TEXT,
    "role" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "harness" TEXT NOT NULL,
    "model" TEXT,
    "effort" TEXT,
    "access" TEXT NOT NULL,
    "sandbox" TEXT NOT NULL,
    "sessionId" TEXT,
    "resumesId" TEXT,
    "pid" INTEGER,
    "pidStart" TEXT,
    "promptSha256" TEXT NOT NULL,
    "inputs" TEXT NOT NULL,
    "argv" TEXT NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT,
    "exitCode" INTEGER,
    "signal" TEXT,
    "endedBy" TEXT,
    "outcome" TEXT,
    "errorKind" TEXT,
    "message" TEXT,
    "usage" TEXT,
    "usageCounter" TEXT,
    "result" TEXT,
    "finalMessage" TEXT,
    "stdoutSha256" TEXT,
    "stderrSha256" TEXT,
    "stdoutBytes" BIGINT,
    CONSTRAINT "Invocation_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Candidate" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "loop" INTEGER NOT NULL,
    "tree" TEXT NOT NULL,
    "gitTree" TEXT NOT NULL,
    "manifestSha256" TEXT NOT NULL,
    "parentId" TEXT,
    "files" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "changedPaths" TEXT NOT NULL,
    "policy" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    CONSTRAINT "Candidate_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Examination" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "candidateId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "loop" INTEGER NOT NULL,
    "official" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "tester" TEXT,
    "instruction" TEXT,
    "planHash" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "treeBefore" TEXT,
    "treeAfter" TEXT,
    "changes" TEXT NOT NULL DEFAULT '[]',
    "report" TEXT,
    "verdict" TEXT,
    "preservation" TEXT,
    "phase" TEXT,
    "productComplete" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT,
    CONSTRAINT "Examination_candidateId_fkey" FOREIGN KEY ("candidateId") REFERENCES "Candidate" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CheckResult" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "examinationId" TEXT NOT NULL,
    "checkId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "proposed" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "exitCode" INTEGER,
    "durationMs" INTEGER NOT NULL,
    "stdoutSha256" TEXT,
    "stderrSha256" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL,
    CONSTRAINT "CheckResult_examinationId_fkey" FOREIGN KEY ("examinationId") REFERENCES "Examination" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ProbeResult" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "examinationId" TEXT NOT NULL,
    "probeId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "repetition" INTEGER NOT NULL,
    "required" BOOLEAN NOT NULL,
    "proposed" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "screenshotSha256" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "console" TEXT NOT NULL,
    "failedRequests" TEXT NOT NULL,
    "steps" TEXT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    CONSTRAINT "ProbeResult_examinationId_fkey" FOREIGN KEY ("examinationId") REFERENCES "Examination" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ExecutionRecord" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "examinationId" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "passed" BOOLEAN,
    "title" TEXT NOT NULL,
    "observation" TEXT NOT NULL,
    "sha256" TEXT,
    "mime" TEXT,
    "size" BIGINT,
    "width" INTEGER,
    "height" INTEGER,
    "environment" TEXT NOT NULL,
    "box" TEXT NOT NULL,
    "tree" TEXT NOT NULL,
    "invocationId" TEXT,
    CONSTRAINT "ExecutionRecord_examinationId_fkey" FOREIGN KEY ("examinationId") REFERENCES "Examination" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Claim" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "examinationId" TEXT NOT NULL,
    "claimId" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "observed" TEXT NOT NULL,
    "impact" TEXT NOT NULL,
    "limitation" TEXT NOT NULL,
    "reported" TEXT NOT NULL,
    "records" TEXT NOT NULL,
    "acceptance" BOOLEAN NOT NULL,
    "preservation" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL,
    CONSTRAINT "Claim_examinationId_fkey" FOREIGN KEY ("examinationId") REFERENCES "Examination" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Assessment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "claimRow" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "gapReason" TEXT,
    "reason" TEXT NOT NULL,
    CONSTRAINT "Assessment_claimRow_fkey" FOREIGN KEY ("claimRow") REFERENCES "Claim" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Finding" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "examinationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "claim" TEXT,
    "records" TEXT NOT NULL,
    CONSTRAINT "Finding_examinationId_fkey" FOREIGN KEY ("examinationId") REFERENCES "Examination" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Issue" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "claim" TEXT,
    "firstLoop" INTEGER NOT NULL,
    "lastLoop" INTEGER NOT NULL,
    "reopenings" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "Issue_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "IssueEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "issueId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT NOT NULL,
    "loop" INTEGER NOT NULL,
    "candidateId" TEXT,
    "examinationId" TEXT,
    "records" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    CONSTRAINT "IssueEvent_issueId_fkey" FOREIGN KEY ("issueId") REFERENCES "Issue" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "targetKind" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "comment" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Blob" (
    "projectId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "mime" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "removedAt" BIGINT,

    PRIMARY KEY ("projectId", "sha256")
);

-- CreateIndex
CREATE INDEX "Project_name_idx" ON "Project"("name");

-- CreateIndex
CREATE INDEX "Run_status_idx" ON "Run"("status");

-- CreateIndex
CREATE INDEX "Run_createdAt_idx" ON "Run"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Run_projectId_number_key" ON "Run"("projectId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Loop_runId_index_key" ON "Loop"("runId", "index");

-- CreateIndex
CREATE UNIQUE INDEX "Step_runId_key_key" ON "Step"("runId", "key");

-- CreateIndex
CREATE INDEX "Event_runId_channel_seq_idx" ON "Event"("runId", "channel", "seq");

-- CreateIndex
CREATE INDEX "Event_invocationId_seq_idx" ON "Event"("invocationId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Event_runId_seq_key" ON "Event"("runId", "seq");

-- CreateIndex
CREATE INDEX "Command_runId_takenAt_idx" ON "Command"("runId", "takenAt");

-- CreateIndex
CREATE INDEX "Invocation_runId_loop_idx" ON "Invocation"("runId", "loop");

-- CreateIndex
CREATE INDEX "Invocation_stepKey_idx" ON "Invocation"("stepKey");

-- CreateIndex
CREATE INDEX "Candidate_tree_idx" ON "Candidate"("tree");

-- CreateIndex
CREATE UNIQUE INDEX "Candidate_runId_loop_key" ON "Candidate"("runId", "loop");

-- CreateIndex
CREATE INDEX "Examination_runId_loop_idx" ON "Examination"("runId", "loop");

-- CreateIndex
CREATE UNIQUE INDEX "CheckResult_examinationId_checkId_key" ON "CheckResult"("examinationId", "checkId");

-- CreateIndex
CREATE UNIQUE INDEX "ProbeResult_examinationId_probeId_repetition_key" ON "ProbeResult"("examinationId", "probeId", "repetition");

-- CreateIndex
CREATE UNIQUE INDEX "ExecutionRecord_examinationId_ref_key" ON "ExecutionRecord"("examinationId", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "Claim_examinationId_claimId_key" ON "Claim"("examinationId", "claimId");

-- CreateIndex
CREATE UNIQUE INDEX "Assessment_claimRow_key" ON "Assessment"("claimRow");

-- CreateIndex
CREATE UNIQUE INDEX "Finding_examinationId_key_key" ON "Finding"("examinationId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Issue_runId_key_key" ON "Issue"("runId", "key");

-- CreateIndex
CREATE INDEX "IssueEvent_issueId_idx" ON "IssueEvent"("issueId");

-- CreateIndex
CREATE INDEX "Review_runId_idx" ON "Review"("runId");



-- Written by hand from here on: Prisma knows no triggers.
-- Append-only tables are the record of what happened; a row once written is never changed and never goes.

CREATE TRIGGER "Event_refuse_update" BEFORE UPDATE ON "Event"
BEGIN
    SELECT RAISE(ABORT, 'Event is append-only: rows are never changed; add a new row that corrects the old one');
END;

CREATE TRIGGER "Event_refuse_delete" BEFORE DELETE ON "Event"
BEGIN
    SELECT RAISE(ABORT, 'Event is append-only: rows are never deleted');
END;

CREATE TRIGGER "ExecutionRecord_refuse_update" BEFORE UPDATE ON "ExecutionRecord"
BEGIN
    SELECT RAISE(ABORT, 'ExecutionRecord is append-only: rows are never changed; add a new row that corrects the old one');
END;

CREATE TRIGGER "ExecutionRecord_refuse_delete" BEFORE DELETE ON "ExecutionRecord"
BEGIN
    SELECT RAISE(ABORT, 'ExecutionRecord is append-only: rows are never deleted');
END;

CREATE TRIGGER "Assessment_refuse_update" BEFORE UPDATE ON "Assessment"
BEGIN
    SELECT RAISE(ABORT, 'Assessment is append-only: rows are never changed; add a new row that corrects the old one');
END;

CREATE TRIGGER "Assessment_refuse_delete" BEFORE DELETE ON "Assessment"
BEGIN
    SELECT RAISE(ABORT, 'Assessment is append-only: rows are never deleted');
END;

CREATE TRIGGER "IssueEvent_refuse_update" BEFORE UPDATE ON "IssueEvent"
BEGIN
    SELECT RAISE(ABORT, 'IssueEvent is append-only: rows are never changed; add a new row that corrects the old one');
END;

CREATE TRIGGER "IssueEvent_refuse_delete" BEFORE DELETE ON "IssueEvent"
BEGIN
    SELECT RAISE(ABORT, 'IssueEvent is append-only: rows are never deleted');
END;

CREATE TRIGGER "Review_refuse_update" BEFORE UPDATE ON "Review"
BEGIN
    SELECT RAISE(ABORT, 'Review is append-only: rows are never changed; add a new row that corrects the old one');
END;

CREATE TRIGGER "Review_refuse_delete" BEFORE DELETE ON "Review"
BEGIN
    SELECT RAISE(ABORT, 'Review is append-only: rows are never deleted');
END;
