import type { z } from "zod";
import type { ErrorKind, InvocationOutcome } from "./outcome.ts";
import type { Access, Role } from "./role.ts";
import type { Usage } from "./usage.ts";

/** What a CLI says, in our words. Every harness's parser gives these; UI, log and backcheck read only these. */
export type HarnessEvent =
	| { type: "session"; sessionId: string; model?: string }
	| { type: "message"; text: string }
	| { type: "reasoning"; text: string }
	| { type: "tool_started"; callId: string; name: string; input: string }
	| {
			type: "tool_ended";
			callId: string;
			name: string;
			input: string;
			ok: boolean;
			exitCode: number | null;
			output: string;
	  }
	| { type: "file_changed"; path: string; change: "add" | "update" | "delete" }
	| { type: "usage"; usage: Usage }
	| { type: "retry"; message: string }
	| { type: "permission_refused"; name: string; message: string }
	| { type: "error"; message: string; fatal: boolean }
	| { type: "note"; text: string }
	| { type: "unparsed"; line: string };

/** Why we ended a process ourselves. */
export type EndedBy =
	| "idle"
	| "wall"
	| "after_final"
	| "flood"
	| "memory"
	| "processes"
	| "cpu"
	| "budget"
	| "turns"
	| "stop"
	| "crash";

/** How the process ended, as the operating system says it. */
export interface ExitFacts {
	code: number | null;
	signal: string | null;
	/** set when we ended it */
	endedBy: null | EndedBy;
	stderrTail: string;
	/** with which figures it ran into a limit, for people */
	why?: string | null;
}

/** Verdict on one process: from events, with the exit code only as a veto (design §5.10). */
export interface HarnessResult {
	outcome: InvocationOutcome;
	errorKind: ErrorKind | null;
	message: string | null;
	sessionId: string | null;
	finalMessage: string | null;
	/** answer that the CLI delivered by its own schema output */
	structured: unknown;
	/** this invocation's own use; null = the CLI said nothing */
	usage: Usage | null;
	/** the CLI's raw cumulative counter, to difference the next resume against (Codex); null elsewhere */
	usageCounter: unknown;
	/** ISO time when a used-up limit resets, if the CLI told */
	resetAt: string | null;
}

export interface HarnessCapabilities {
	resume: boolean;
	outputSchema: boolean;
	mcp: boolean;
	/** can take its own write tools away (a second wall; ours is the sandbox) */
	readOnlyTools: boolean;
	/** holds itself to a number of turns; where it can't, the runtime counts and ends the call */
	maxTurns: boolean;
	cost: boolean;
	/** its token counter runs on over a resumed session: a call's own use is the difference to the call before */
	countsBySession?: boolean;
	/** reports tool calls with exit codes, so `harness_event` records exist */
	toolEvents: boolean;
}

/**
 * A folder in HOME in which a CLI keeps configuration, login and sessions side by side. In the sandbox what a user put there
 * (settings, hooks, extensions, instructions) can only be read, and what isn't there can't be made for good: behind the
 * folder stands one that belongs to the step and goes with it.
 */
export interface StateFolder {
	/** in HOME */
	path: string;
	/** the variable by which a user moves it */
	movedBy?: string;
	/** files of the login, JSON: what the CLI writes there when it refreshes a token reaches HOME, and nothing else does */
	login: string[];
	/**
	 * Names of what the CLI keeps for itself: sessions, databases, histories, caches; `*` stands for any part of a name. A
	 * step begins without them.
	 */
	own: string[];
}

export interface HarnessDefinition {
	id: string;
	title: string;
	summary: string;
	capabilities: HarnessCapabilities;
	/** program to look for in PATH and in the harness cache; null: we ship it, or the binding names it */
	binary: { name: string; npmPackage: string | null; versionArgs: string[] } | null;
	/** folders in HOME that the CLI needs (configuration, login, sessions) */
	state: StateFolder[];
	/** files in HOME that it only needs to read; never made, never written */
	readPaths?: string[];
	/**
	 * The CLI hands a model key of the user's environment on to the agent's own shell. `false` is no wall: who looks for it
	 * finds it in the CLI's process (seen, see test/harnesses/model-key.test.ts) or login file; against that only a key of
	 * little worth helps.
	 */
	keyVisibleToAgent: boolean;
	/** variables of the user's environment that may pass to the CLI */
	passEnvironment: string[];
	/** what the `model` of a binding means here, for forms */
	modelHint: string;
	modelRequired: boolean;
	efforts: string[];
	settings: z.ZodType;
	login: {
		command: string;
		probe: "file" | "environment" | "none";
		paths: string[];
		variables: string[];
	} | null;
}

/** A Model Context Protocol server on standard input and output that the CLI has to start for this call. */
export interface McpServerLaunch {
	name: string;
	command: string;
	args: string[];
	environment: Record<string, string>;
}

/** One call, as `command` sees it. All paths are paths inside the sandbox. */
export interface InvocationRequest {
	invocationId: string;
	role: Role;
	access: Access;
	/** 1 for the first call of a role in a loop, 2… for corrections */
	attempt: number;
	loop: number;
	prompt: string;
	workspace: string;
	/** the role's answer goes to `${outbox}/result.json` */
	outbox: string;
	scratch: string;
	binary: string;
	model: string | null;
	effort: string | null;
	settings: unknown;
	resumeSessionId: string | null;
	/** JSON Schema of the answer */
	outputSchema: unknown;
	/** our sandbox is around the call, so the CLI's own must be off */
	sandboxed: boolean;
	runningAsRoot: boolean;
	appUrl: string | null;
	/** answers of the model that this call may take, for a CLI that counts them itself (`capabilities.maxTurns`) */
	maxTurns: number | null;
	/** empty for a harness without `capabilities.mcp` */
	mcpServers: McpServerLaunch[];
}

export interface HarnessCommand {
	argv: string[];
	environment: Record<string, string>;
	stdin: string;
	/** written below `scratch` before the start */
	files: { path: string; content: string; mode?: number }[];
}

export interface LineParser {
	/** never throws; an unknown or broken line is `unparsed` */
	line(line: string): HarnessEvent[];
	/** `true` once the CLI has said its last word: after a grace the process may be ended and counts as finished */
	saidFinal(): boolean;
	/** answers that the model has begun in this call, as well as the stream tells them apart */
	turns(): number;
	end(exit: ExitFacts): HarnessResult;
}

export interface Harness {
	definition: HarnessDefinition;
	command(request: InvocationRequest): HarnessCommand;
	/** `usageBefore`: the `usageCounter` of the invocation that this one resumes */
	parser(usageBefore: unknown): LineParser;
}
