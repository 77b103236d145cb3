import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The checkout, found upwards: these files also run out of a bundle in `.build`. */
export const root = (() => {
	let folder = import.meta.dirname;
	while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
	return folder;
})();
