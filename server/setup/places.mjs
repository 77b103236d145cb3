import path from "node:path";

/** Root of the checkout. */
export const root = path.resolve(import.meta.dirname, "../..");
/** Everything that set-up makes, except node_modules, `.next` and the Prisma client. */
export const buildDirectory = path.join(root, ".build");
export const logFile = path.join(buildDirectory, "setup.log");

export function inRoot(...parts) {
	return path.join(root, ...parts);
}
