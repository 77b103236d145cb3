-- CreateTable
CREATE TABLE "Pin" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "targetKind" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Removal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "ContentLease" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "pidStart" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "changedAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Damage" (
    "projectId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "foundAt" BIGINT NOT NULL,

    PRIMARY KEY ("projectId", "sha256")
);

-- CreateIndex
CREATE UNIQUE INDEX "Pin_targetKind_targetId_key" ON "Pin"("targetKind", "targetId");

-- CreateIndex
CREATE INDEX "Removal_runId_idx" ON "Removal"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Removal_targetId_kind_key" ON "Removal"("targetId", "kind");
