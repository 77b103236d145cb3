import type { Problem } from "@/server/domain/errors.ts";
import type { ProjectConfig } from "@/server/domain/project-config.ts";

export interface EditorProps {
	project: ProjectConfig;
	set: (part: Partial<ProjectConfig>) => void;
	/** places as in the project: `checks[1].run` */
	problems: Problem[];
}
