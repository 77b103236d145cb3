import type { IssueView } from "../../domain/views.ts";
import { readIssues } from "../../insights/issues-view.ts";
import { procedure, router } from "../init.ts";
import { runInput } from "../inputs.ts";

export const issuesRouter = router({
	list: procedure
		.input(runInput)
		.query(({ ctx, input }): Promise<IssueView[]> => readIssues(ctx, input.runId)),
});
