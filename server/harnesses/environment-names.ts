import { z } from "zod";

/** Names of variables of the user's environment that a binding lets pass to its CLI, beside the harness's own list. */
export const environmentNames = z
	.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a variable name"))
	.default([]);
