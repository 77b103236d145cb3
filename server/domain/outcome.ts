import { z } from "zod";

/** Typed failure of an invocation (design §5.10), decided from protocol events, never from words in product output. */
export const errorKinds = ["transport", "quota", "auth", "harness", "agent", "infrastructure"] as const;
export const errorKindSchema = z.enum(errorKinds);
export type ErrorKind = z.infer<typeof errorKindSchema>;

/** How one harness process ended. */
export const invocationOutcomeSchema = z.enum(["completed", "failed", "interrupted"]);
export type InvocationOutcome = z.infer<typeof invocationOutcomeSchema>;
