import { readFileSync } from "node:fs";
import { lstat, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExitFacts, HarnessEvent, HarnessResult } from "../domain/harness.ts";
import { mcpServersOf } from "../domain/mcp-servers.ts";
import type { Effect } from "../domain/protocol.ts";
import type { Binding } from "../domain/role.ts";
import { redactFile, redactJsonText, redactText, redactValue } from "../evidence/redact.ts";
import { faultPoint } from "../fault-point.ts";
import { turnLimit } from "../harnesses/max-turns.ts";
import { type HarnessId, harnesses } from "../harnesses/registry.ts";
import { startTimeOf } from "../process/identity.ts";
import { removeTree } from "../process/remove-tree.ts";
import { confine } from "../process/sandbox.ts";
import { spawnProcess } from "../process/spawn.ts";
import { nameBlob } from "../store/blob-rows.ts";
import { appendRunEvent } from "../store/events.ts";
import {
	endInvocation,
	type InvocationRecord,
	insertInvocation,
	setInvocationArgv,
	setInvocationProcess,
	setInvocationSession,
} from "../store/invocation-rows.ts";
import { limitsNow } from "./budgets.ts";
import { watchCallBudget } from "./call-budget.ts";
import { callEnvironment } from "./call-environment.ts";
import { type Place, placeCopy } from "./copy.ts";
import { harnessBinary } from "./harness-binary.ts";
import { openLogBuffer } from "./log-buffer.ts";
import { lookBridge } from "./mediated/look-bridge.ts";
import type { LookDesk, OpenLook } from "./mediated/look-desk.ts";
import { priceCall } from "./price-call.ts";
import { redactEvent } from "./redact-event.ts";
import { roleConfinement } from "./role-confinement.ts";
import { isBeside, keep, type RunContext } from "./run-context.ts";
import { withScenario } from "./scenario-content.ts";
import { shareLogins } from "./share-logins.ts";

export interface CallRequest {
	effect: Extract<Effect, { kind: "invoke" }>;
	binding: Binding;
	attempt: number;
	/** made when the paths of the call are known, for they stand in the prompt */
	prompt(paths: { outbox: string; workspace: string; scratch: string }): {
		text: string;
		inputs: { name: string; text: string }[];
	};
	outputSchema: unknown;
	/** the call whose session goes on */
	resumes: InvocationRecord | null;
	examinationId: string | null;
	/** lower layers of the tester's copy; null for the live workspace */
	copyOf: string[] | null;
	appUrl: string | null;
	/** the tester's browser; null where the call has none */
	look: LookDesk | null;
}

export interface FinishedCall {
	invocationId: string;
	/** it went on with the session of an earlier call */
	resumed: boolean;
	result: HarnessResult;
	/** what the role delivered, by the ways of design §6b; null if nothing */
	answer: string | null;
	outbox: string;
	/** the tester's copy; null for the live workspace */
	place: Place | null;
	toolCalls: ToolCall[];
	/** ended because a person or the daemon wants the run to leave */
	interrupted: boolean;
	/** set when we ended the process */
	endedBy: ExitFacts["endedBy"];
	/** the CLI's login in HOME became another one meanwhile: refreshed by this call or a parallel one, or by its user */
	loginChanged: boolean;
}

export interface ToolCall {
	name: string;
	input: string;
	ok: boolean;
	exitCode: number | null;
	output: string;
}

const answerLimitBytes = 4 * 1024 * 1024;
const keepBytes = 64 * 1024 * 1024;
const floodBytes = 2 * 1024 * 1024 * 1024;
const minute = 60_000;
const minutes = (count: number | undefined) => (count === undefined ? undefined : count * minute);
const megabytes = (count: number | undefined) => (count === undefined ? undefined : count * 1e6);

/** Runs one process of a harness to its end and records all of it. Throws only for faults of our own. */
export async function runCall(context: RunContext, request: CallRequest): Promise<FinishedCall> {
	const look = (await request.look?.open()) ?? null;
	try {
		return await callHarness(context, request, look);
	} finally {
		await look?.close();
	}
}

async function callHarness(
	context: RunContext,
	request: CallRequest,
	look: OpenLook | null,
): Promise<FinishedCall> {
	const { store, runId, config } = context;
	const { effect, binding } = request;
	const harness = harnesses[binding.harness as HarnessId];
	const sandboxed = context.sandbox.level === "enforced";
	const limits = limitsNow(context);
	const maxTurns = turnLimit(binding.settings, limits["perInvocation.turns"]);
	const servers = mcpServersOf(binding.settings, effect.access, harness.definition);
	const id = store.transaction(() =>
		insertInvocation(store, {
			runId,
			loop: effect.loop,
			stepKey: effect.key,
			examinationId: request.examinationId,
			role: effect.role,
			attempt: request.attempt,
			harness: binding.harness,
			model: binding.model,
			effort: binding.effort,
			access: effect.access,
			sandbox: context.sandbox.level,
			resumesId: request.resumes?.id ?? null,
			promptSha256: "",
			inputs: [],
			argv: [],
		}),
	);
	look?.begin(id);
	faultPoint("call.recorded");
	const paths = context.paths.invocation(id);
	const bridge = look === null ? null : lookBridge(context.host, look, paths, harness.definition);
	for (const directory of [paths.outbox, paths.scratch]) {
		await mkdir(directory, { recursive: true, mode: 0o700 });
	}
	const place = request.copyOf === null ? null : await placeCopy(context, request.copyOf, paths.layer);
	faultPoint("call.placed");
	const workspace = place?.at ?? context.paths.workspace;
	const prompt = request.prompt({ outbox: paths.outbox, workspace, scratch: paths.scratch });
	const command = harness.command({
		invocationId: id,
		role: effect.role,
		access: effect.access,
		attempt: request.attempt,
		loop: effect.loop,
		prompt: prompt.text,
		workspace,
		outbox: paths.outbox,
		scratch: paths.scratch,
		binary: harnessBinary(context.host, harness.definition),
		model: binding.model,
		effort: binding.effort,
		settings: {
			...withScenario(context.contents, binding.settings),
			...(harness.definition.id === "scripted" ? { agent: context.host.entry("scripted") } : {}),
		},
		resumeSessionId: request.resumes?.sessionId ?? null,
		outputSchema: request.outputSchema,
		sandboxed,
		runningAsRoot: process.getuid?.() === 0,
		appUrl: request.appUrl,
		maxTurns,
		mcpServers: [...servers, ...(bridge?.mcpServers ?? [])],
	});
	for (const file of [...command.files, ...(bridge?.files ?? [])]) {
		const path = join(paths.scratch, file.path);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, file.content, { mode: file.mode ?? 0o600 });
	}
	faultPoint("call.written");
	const promptSha256 = keep(context, prompt.text, "text/markdown");
	const inputs = prompt.inputs.map((input) => ({
		name: input.name,
		sha256: keep(context, input.text, "text/plain"),
	}));
	store.transaction(() => {
		store.db
			.prepare("UPDATE Invocation SET promptSha256 = ?, inputs = ? WHERE id = ?")
			.run(promptSha256, JSON.stringify(inputs), id);
		setInvocationArgv(store, id, redactValue(command.argv));
		appendRunEvent(store, runId, {
			kind: "invocation.started",
			loop: effect.loop,
			invocationId: id,
			role: effect.role,
			harness: binding.harness,
			model: binding.model,
			attempt: request.attempt,
			resumes: request.resumes?.id ?? null,
			sandbox: context.sandbox.level,
			...(isBeside(context) ? { beside: true as const } : {}),
		});
	});
	faultPoint("call.announced");

	const parser = harness.parser(request.resumes?.usageCounter ?? null);
	const log = openLogBuffer(store, runId, effect.loop, id);
	const toolCalls: ToolCall[] = [];
	const openCalls = new Set<string>();
	const budget = watchCallBudget(limits);
	const countedHere = maxTurns !== null && !harness.definition.capabilities.maxTurns;
	let reportedModel: string | null = null;
	const onEvents = (events: HarnessEvent[]) => {
		for (const event of events) {
			if (event.type === "session") reportedModel = event.model ?? reportedModel;
			if (event.type === "usage") budget.add(event.usage);
			if (event.type === "session") store.transaction(() => setInvocationSession(store, id, event.sessionId));
			if (event.type === "tool_started") openCalls.add(event.callId);
			if (event.type === "tool_ended") {
				openCalls.delete(event.callId);
				toolCalls.push(redactEvent(event) as ToolCallEvent);
			}
		}
		log.add(events);
		if (budget.over !== null) child.endForBudget("budget", budget.over).catch(() => {});
		if (countedHere && parser.turns() > maxTurns && !parser.saidFinal())
			child.endForBudget("turns", `turn ${parser.turns()} began, ${maxTurns} are allowed`).catch(() => {});
		faultPoint("call.line");
	};
	const environment = callEnvironment(
		context.host,
		harness.definition,
		binding.settings,
		{ ...command.environment, ...bridge?.environment },
		paths.scratch,
	);
	const walls = roleConfinement(context, effect, harness.definition, {
		outbox: paths.outbox,
		scratch: paths.scratch,
		place,
		look: look?.folder ?? null,
	});
	// where folders can't be put behind the user's own, the CLI works on those
	const logins = shareLogins(context.sandbox.tool === "bubblewrap" ? walls.state : [], (problem) => {
		const text = `A login that the CLI has refreshed can't be put back into HOME, so you may have to log in again: ${problem}`;
		store.transaction(() =>
			appendRunEvent(store, runId, { kind: "notice", loop: effect.loop, level: "warning", text }),
		);
	});
	let loginChanged = false;
	const closeLogins = () => {
		loginChanged = logins.close().changed;
	};
	const confined = confine(command.argv, environment, walls, context.sandbox, true);
	const child = spawnProcess({
		argv: confined.argv,
		cwd: sandboxed ? "/" : workspace,
		environment: confined.environment,
		handed: confined.handed,
		stdin: command.stdin,
		stdoutPath: paths.stdout,
		stderrPath: paths.stderr,
		marker: `${context.marker}/${id}`,
		limits: {
			wallMs:
				Math.min(limits.invocationMinutes ?? 24 * 60, limits["perInvocation.wallMinutes"] ?? 24 * 60) *
				minute,
			idleMs: (config.budgets.idleMinutes ?? 30) * minute,
			afterFinalMs: 15_000,
			keepBytes,
			floodBytes,
			memoryBytes: megabytes(limits["perInvocation.memoryMegabytes"]),
			processes: limits["perInvocation.processes"],
			cpuMs: minutes(limits["perInvocation.cpuMinutes"]),
		},
		groups: context.groups,
		onLine: (line) => onEvents(parser.line(line)),
		isFinal: () => parser.saidFinal(),
		toolCallOpen: () => openCalls.size > 0,
	});
	faultPoint("call.spawned");
	store.transaction(() =>
		setInvocationProcess(store, id, child.pid, child.startTime ?? startTimeOf(child.pid) ?? ""),
	);
	faultPoint("call.known");
	// what ended it in a wrong way is told by `exited`, below
	const stop = () => void child.stop(5_000).catch(() => {});
	context.control.signal.addEventListener("abort", stop, { once: true });
	if (context.control.signal.aborted) stop();
	const started = performance.now();
	const exit = await child.exited.finally(closeLogins);
	context.control.signal.removeEventListener("abort", stop);
	faultPoint("call.exited");

	const result = withoutSecrets(
		parser.end({
			code: exit.code,
			signal: exit.signal,
			endedBy: exit.endedBy,
			stderrTail: exit.stderrTail,
			why: exit.why,
		}),
	);
	const usage = priceCall(context, effect.loop, result.usage, binding.model ?? reportedModel);
	log.close();
	const answer = await readDelivered(paths.outbox, result);
	faultPoint("call.answered");
	const interrupted = exit.endedBy === "stop";
	const stdout = await keepSpool(context, paths.stdout);
	faultPoint("call.spooled");
	const stderr = await keepSpool(context, paths.stderr);
	store.transaction(() => {
		endInvocation(store, id, {
			exitCode: exit.code,
			signal: exit.signal,
			endedBy: exit.endedBy,
			outcome: result.outcome,
			errorKind: result.errorKind,
			message: result.message,
			usage,
			usageCounter: result.usageCounter,
			sessionId: result.sessionId,
			result: answer,
			finalMessage: result.finalMessage,
			stdoutSha256: stdout,
			stderrSha256: stderr,
			stdoutBytes: exit.stdoutBytes,
		});
		appendRunEvent(store, runId, {
			kind: "invocation.ended",
			loop: effect.loop,
			invocationId: id,
			role: effect.role,
			outcome: result.outcome,
			errorKind: result.errorKind,
			message: result.message,
			usage,
			durationMs: Math.round(performance.now() - started),
			...(isBeside(context) ? { beside: true as const } : {}),
		});
	});
	faultPoint("call.ended");
	await removeTree(paths.scratch);
	faultPoint("call.cleared");
	return {
		invocationId: id,
		resumed: request.resumes !== null,
		result,
		answer,
		outbox: paths.outbox,
		place,
		toolCalls,
		interrupted,
		endedBy: exit.endedBy,
		loginChanged,
	};
}

/** `result.json` in the outbox, else the CLI's own schema output, else the whole final message (design §6b). */
async function readDelivered(outbox: string, result: HarnessResult): Promise<string | null> {
	const file = join(outbox, "result.json");
	// a link could lead to what the role itself may not read
	const found = await lstat(file).catch(() => null);
	if (found?.isFile()) {
		return found.size <= answerLimitBytes
			? redactJsonText(readFileSync(file, "utf8"))
			: `result.json has ${found.size} bytes; at most ${answerLimitBytes} are read`;
	}
	if (result.structured !== undefined && result.structured !== null) return JSON.stringify(result.structured);
	return result.finalMessage;
}

type ToolCallEvent = Extract<HarnessEvent, { type: "tool_ended" }>;

/** What a role says at the end is stored in words too, so it goes the way of its log. */
function withoutSecrets(result: HarnessResult): HarnessResult {
	return {
		...result,
		message: result.message === null ? null : redactText(result.message),
		finalMessage: result.finalMessage === null ? null : redactJsonText(result.finalMessage),
		structured: redactValue(result.structured),
	};
}

/** What the CLI wrote becomes a content in its redacted form; the spool file goes. */
async function keepSpool(context: RunContext, path: string): Promise<string | null> {
	const found = await stat(path).catch(() => null);
	if (!found || found.size === 0) return null;
	await redactFile(path);
	const { sha256, size } = await context.contents.putFile(path);
	nameBlob(context.store, context.projectId, sha256, size, "text/plain");
	await rm(path, { force: true });
	return sha256;
}
