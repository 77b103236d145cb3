import { z } from "zod";
import type { FolderListing } from "../../domain/views.ts";
import { procedure, router } from "../init.ts";

export const foldersRouter = router({
	list: procedure
		.input(z.strictObject({ path: z.string().max(4096).nullable() }))
		.query(({ ctx, input }): Promise<FolderListing> => ctx.actions.listFolders(input.path)),
});
