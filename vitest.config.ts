import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
	// the pages' alias for the repository's root
	resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
});
