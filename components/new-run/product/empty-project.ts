import { type ProjectConfig, projectConfigSchema } from "@/server/domain/project-config.ts";

/** A project of which nothing is said. */
export const emptyProject: ProjectConfig = projectConfigSchema.parse({});
