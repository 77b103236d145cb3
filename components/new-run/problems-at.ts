import type { Problem } from "@/server/domain/errors.ts";

/** Does a problem's place lie at or below one of these? `checks[1]` holds `checks[1].id`, not `checks[10]`. */
export function isAt(problem: Problem, places: readonly string[]): boolean {
	return places.some((place) => {
		if (!problem.where.startsWith(place)) return false;
		const next = problem.where[place.length];
		return next === undefined || next === "." || next === "[" || next === ":";
	});
}

export function problemsAt(problems: readonly Problem[], ...places: string[]): Problem[] {
	return problems.filter((problem) => isAt(problem, places));
}

/** Parts of the form in the order of the page, and the places whose problems they show. */
export const formParts = [
	{ id: "spec", title: "Spec", places: ["spec", "source", "name", "fuseline.json"] },
	{ id: "protocol", title: "Protocol", places: ["protocol", "options"] },
	{ id: "roles", title: "Roles", places: ["bindings"] },
	{ id: "product", title: "Criteria and checks", places: ["project"] },
	{ id: "budgets", title: "Budgets", places: ["budgets"] },
] as const;

/** Id of the part that shows a problem; `spec` for what belongs to no field (a file of the folder, say). */
export function partOf(problem: Problem): (typeof formParts)[number]["id"] {
	return formParts.find(({ places }) => isAt(problem, places))?.id ?? "spec";
}
