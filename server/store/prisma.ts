import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "../../prisma/generated/client.ts";

/**
 * Typed reads of the main database. Reads only: its transactions can lose acknowledged writes, and writes belong into
 * the synchronous transactions of `open.ts`. Times come back as BigInt milliseconds.
 */
export function openReads(file: string): PrismaClient {
	return new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}` }) });
}
