import { join } from "node:path";

/** Contents of a project: artifact versions and evidence. */
export function contentsFile(place: { dataDirectory: string }, projectId: string): string {
	return join(place.dataDirectory, "projects", projectId, "contents.sqlite");
}
