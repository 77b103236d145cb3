import { listProjects, type ProjectRow } from "../../insights/project-list.ts";
import { procedure, router } from "../init.ts";
import { nothing } from "../inputs.ts";

export const projectsRouter = router({
	list: procedure.input(nothing).query(({ ctx }): Promise<ProjectRow[]> => listProjects(ctx.reads)),
});
