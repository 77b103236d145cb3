import { z } from "zod";
import { bindingSchema } from "../../domain/role.ts";
import type { CandidateView, FileDiff, FileEntry, FileView } from "../../domain/views.ts";
import { readFileDiff } from "../../insights/candidate-diff.ts";
import { listFiles, readFile } from "../../insights/candidate-files.ts";
import { readCandidate } from "../../insights/candidate-view.ts";
import { resolveCandidate } from "../../insights/resolve.ts";
import { procedure, router } from "../init.ts";
import { candidateInput, candidatePathInput } from "../inputs.ts";

/** Takes a ULID, `RUN/loop-03-…` or `loop-03-…` if that is unique; procedures behind it know ULIDs only. */
const candidate = procedure
	.input(z.object({ candidateId: z.string().max(200) }))
	.use(async ({ ctx, input, next }) => {
		return next({ ctx: { candidateId: await resolveCandidate(ctx.reads, input.candidateId) } });
	});

export const candidatesRouter = router({
	get: candidate.query(({ ctx }): Promise<CandidateView> => readCandidate(ctx, ctx.candidateId)),
	files: candidate.query(({ ctx }): Promise<FileEntry[]> => listFiles(ctx, ctx.candidateId)),
	file: candidate
		.input(candidatePathInput)
		.query(({ ctx, input }): Promise<FileView> => readFile(ctx, ctx.candidateId, input.path)),
	diff: candidate
		.input(candidatePathInput)
		.query(({ ctx, input }): Promise<FileDiff> => readFileDiff(ctx, ctx.candidateId, input.path)),

	export: candidate
		.input(candidateInput.extend({ directory: z.string().min(1).max(4096) }))
		.mutation(({ ctx, input }) => ctx.actions.exportCandidate(ctx.candidateId, input.directory)),
	open: candidate.mutation(({ ctx }) => ctx.actions.openCandidate(ctx.candidateId)),
	close: candidate.mutation(({ ctx }) => ctx.actions.closeCandidate(ctx.candidateId)),
	examine: candidate
		.input(
			candidateInput.extend({
				tester: bindingSchema.nullable(),
				instruction: z.string().max(20_000).nullable(),
			}),
		)
		.mutation(({ ctx, input }) => ctx.actions.examine(ctx.candidateId, input.tester, input.instruction)),
});
