import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { LookOutcome } from "../../browser/look-job.ts";
import { type LookSession, lookSession } from "../../browser/look-session.ts";
import type { ExecutionRecord } from "../../domain/evidence.ts";
import { type LookAnswer, type LookRequest, lookLimits } from "../../domain/look.ts";
import { appendRunEvent } from "../../store/events.ts";
import { childMarker, type RunContext } from "../run-context.ts";
import { answerText } from "./answer-text.ts";
import { mediatedRecord } from "./mediated-record.ts";
import { serveLook } from "./serve-look.ts";
import { openSocketFolder } from "./socket-folder.ts";

/** The tester's eyes and hands over all calls of one examination: numbers go on, records add up. */
export interface LookDesk {
	/** A browser and a socket for one call. */
	open(): Promise<OpenLook>;
	/** what was done so far, in order; written when the step seals */
	records(): ExecutionRecord[];
}

export interface OpenLook {
	/** to be mounted into the sandbox: it holds the socket and nothing else */
	folder: string;
	socket: string;
	/** from now on records belong to this invocation; until then nothing is done */
	begin(invocationId: string): void;
	close(): Promise<void>;
}

/** Browsers of testers at once on this machine; probes have places of their own, for these are held for many minutes. */
const browsersAtOnce = 4;

export function lookDesk(
	context: RunContext,
	target: { tree: string; url: string; browserPath: string; examinationId: string; loop: number },
): LookDesk {
	const records: ExecutionRecord[] = [];
	const spent = { calls: 0, pictureBytes: 0 };

	async function open(): Promise<OpenLook> {
		const folder = await openSocketFolder();
		const { root } = context.paths.copy(target.examinationId, "look");
		const session = lookSession({
			url: target.url,
			browserPath: target.browserPath,
			entry: context.host.entry("look-browser"),
			directory: root,
			socket: folder.inner,
			sandbox: context.sandbox,
			masked: [context.host.dataDirectory],
			slotsDirectory: join(context.host.dataDirectory, "cache", "testers"),
			limit: browsersAtOnce,
			marker: childMarker(context),
			path: context.host.environment.PATH ?? "/usr/bin:/bin",
		});
		let invocationId: string | null = null;
		const served = await serveLook(folder.socket, (request) => perform(session, request, () => invocationId));
		return {
			folder: folder.mounted,
			socket: folder.socket,
			begin(id) {
				invocationId = id;
			},
			async close() {
				invocationId = null;
				const refused = await served.close();
				await session.close();
				await folder.remove();
				await rm(root, { recursive: true, force: true });
				if (refused > 0) noteRefused(refused);
			},
		};
	}

	async function perform(
		session: LookSession,
		request: LookRequest,
		invocation: () => string | null,
	): Promise<LookAnswer> {
		if (invocation() === null) return refusal("the examination is over");
		if (spent.calls >= lookLimits.calls) {
			return refusal(`the limit of ${lookLimits.calls} calls is reached: report with what you have`);
		}
		if (request.verb === "screenshot" && spent.pictureBytes >= lookLimits.pictureBytes) {
			const megabytes = lookLimits.pictureBytes / 1024 / 1024;
			return refusal(`the limit of ${megabytes} MB of pictures is reached: go on without pictures`);
		}
		spent.calls += 1;
		let outcome: LookOutcome;
		try {
			outcome = await session.call(request);
		} catch (error) {
			return refusal(`${request.verb}: ${error instanceof Error ? error.message : String(error)}`);
		}
		const id = invocation();
		// the call of the CLI has ended meanwhile: what nobody heard of is no evidence
		if (id === null) return refusal("the examination is over");
		const made = await mediatedRecord(context, {
			request,
			outcome,
			ref: `mediated:${records.length + 1}`,
			tree: target.tree,
			invocationId: id,
		});
		records.push(made.record);
		spent.pictureBytes += made.picture?.byteLength ?? 0;
		return {
			ok: outcome.ok,
			ref: made.record.ref,
			text: answerText(made.record.ref, request, outcome),
			picture: made.picture?.toString("base64") ?? null,
		};
	}

	function noteRefused(refused: number): void {
		context.store.transaction(() => {
			appendRunEvent(context.store, context.runId, {
				kind: "notice",
				loop: target.loop,
				level: "warning",
				text: `${refused} requests at the tester's browser were refused: they were none that it knows.`,
			});
		});
	}

	return { open, records: () => records };
}

function refusal(text: string): LookAnswer {
	return { ok: false, ref: null, text, picture: null };
}
