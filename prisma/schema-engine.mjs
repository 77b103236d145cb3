#!/usr/bin/env node
// Development tool: lets the Prisma CLI work without its native schema engine, which npm doesn't carry.
// It speaks that engine's JSON-RPC over stdio and answers from the wasm build of the very same version.
// `server/setup.mjs` and the drift check name it in PRISMA_SCHEMA_ENGINE_BINARY only where the real engine is absent.
// Nothing needs it at run time. The protocol is undocumented, so all prisma packages are pinned exactly.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import readline from "node:readline";

const require = createRequire(import.meta.url);
const argv = process.argv.slice(2);

function option(name) {
	const at = argv.indexOf(name);
	return at < 0 ? undefined : argv[at + 1];
}

/** `--datasource` is JSON, plain or in base64, depending on who calls. */
function datasourceUrl() {
	const text = option("--datasource");
	if (text === undefined) return process.env.DATABASE_URL;
	try {
		return JSON.parse(text).url;
	} catch {
		return JSON.parse(Buffer.from(text, "base64").toString()).url;
	}
}

function fileOf(url) {
	return path.resolve(url.replace(/^file:(\/\/)?/, "").split("?")[0]);
}

const url = datasourceUrl();

// `cli` may stand anywhere: it comes after --datasource.
if (argv.includes("cli")) {
	const command = argv.find((word) => /^(can-connect|create|drop)/.test(word)) ?? "";
	const file = fileOf(url);
	mkdirSync(path.dirname(file), { recursive: true });
	if (command.startsWith("create")) writeFileSync(file, "", { flag: "a" });
	process.exit(command.startsWith("create") || command.startsWith("can-connect") ? 0 : 1);
}

const { PrismaBetterSqlite3 } = await import("@prisma/adapter-better-sqlite3");
const { bindMigrationAwareSqlAdapterFactory } = await import("@prisma/driver-adapter-utils");
const wasm = await import("@prisma/schema-engine-wasm/schema_engine_bg");
const wasmFolder = path.dirname(require.resolve("@prisma/schema-engine-wasm"));
const { instance } = await WebAssembly.instantiate(
	readFileSync(path.join(wasmFolder, "schema_engine_bg.wasm")),
	{ "./schema_engine_bg.js": wasm },
);
wasm.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

if (argv[0] === "--version") {
	console.log(`schema-engine-cli ${wasm.version()}`);
	process.exit(0);
}

const datamodels = argv.flatMap((word, at) =>
	word === "--datamodels" ? [[argv[at + 1], readFileSync(argv[at + 1], "utf8")]] : [],
);

/** Without this table the wasm build fails with P1014 when it looks for earlier migrations. */
function ensureMigrationTable() {
	const Database = require("better-sqlite3");
	const db = new Database(fileOf(url));
	db.exec(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" ("id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL,
		"finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT, "rolled_back_at" DATETIME,
		"started_at" DATETIME NOT NULL DEFAULT current_timestamp, "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`);
	db.close();
}

/** The engine sends whole scripts through executeRaw; better-sqlite3 prepares one statement at a time. */
function acceptScripts(connection) {
	const executeRaw = connection.executeRaw.bind(connection);
	connection.executeRaw = async (query) => {
		if (query.args.length > 0) return executeRaw(query);
		await connection.executeScript(query.sql);
		return 0;
	};
	return connection;
}

let engine;
async function engineFor(method) {
	if (engine) return engine;
	if (url && ["devDiagnostic", "diagnoseMigrationHistory", "applyMigrations"].includes(method))
		ensureMigrationTable();
	const factory = new PrismaBetterSqlite3({ url: url ?? "file::memory:" });
	const connect = factory.connect.bind(factory);
	const connectToShadow = factory.connectToShadowDb.bind(factory);
	factory.connect = async () => acceptScripts(await connect());
	factory.connectToShadowDb = async () => acceptScripts(await connectToShadow());
	engine = await wasm.SchemaEngine.new(
		{ datamodels: datamodels.length > 0 ? datamodels : undefined },
		() => {},
		bindMigrationAwareSqlAdapterFactory(factory),
	);
	return engine;
}

function send(message) {
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

for await (const line of readline.createInterface({ input: process.stdin })) {
	if (line.trim() === "") continue;
	const { id, method, params } = JSON.parse(line);
	if (!method) continue;
	try {
		const target = await engineFor(method);
		const result = await (method === "getDatabaseVersion" ? target.version(params) : target[method](params));
		// the CLI prints what the engine asks it to print, not the result
		if (method === "diff" && result?.stdout)
			send({ id: 1_000_000 + id, method: "print", params: { content: result.stdout } });
		send({ id, result: result ?? null });
	} catch (error) {
		send({
			id,
			error: {
				code: 4466,
				message: "An error happened. Check the data field for details.",
				data: {
					is_panic: false,
					message: error?.message ?? String(error),
					meta: error?.meta ?? null,
					error_code: error?.code ?? null,
				},
			},
		});
	}
}
