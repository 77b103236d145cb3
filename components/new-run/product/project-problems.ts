import { type Problem, problemsOf } from "@/server/domain/errors.ts";
import { type ProjectConfig, projectConfigSchema } from "@/server/domain/project-config.ts";

/** What is wrong with an edited project, by the shared schema at once and by the server a moment later; each once. */
export function projectProblems(edited: ProjectConfig | null, fromServer: readonly Problem[]): Problem[] {
	const problems = fromServer.map((problem) => ({
		...problem,
		where: problem.where.replace(/^project\.?/, ""),
	}));
	if (edited === null) return problems;
	const parsed = projectConfigSchema.safeParse(edited);
	if (parsed.success) return problems;
	const own = problemsOf(parsed.error.issues);
	const places = new Set(own.map(({ where }) => where));
	return [...own, ...problems.filter(({ where }) => !places.has(where))];
}
