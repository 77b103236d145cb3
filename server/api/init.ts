import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError } from "zod";
import { DomainError, type ErrorCode, type Problem, problemsOf } from "../domain/errors.ts";
import type { ApiContext } from "./context.ts";

/** Total: a new domain code without a transport code doesn't compile. */
const transportCode = {
	invalid_input: "BAD_REQUEST",
	not_found: "NOT_FOUND",
	conflict: "CONFLICT",
	unavailable: "SERVICE_UNAVAILABLE",
	infrastructure: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<ErrorCode, TRPCError["code"]>;

const t = initTRPC.context<ApiContext>().create({
	transformer: superjson,
	errorFormatter({ shape, error }) {
		const { message, problems, domainCode } = describe(error);
		const { stack: _stack, ...data } = shape.data;
		return { ...shape, message, data: { ...data, domainCode, problems } };
	},
});

/** Words for people and places to mend; never a stack, never a transport's words. */
function describe(error: TRPCError): { message: string; problems: Problem[]; domainCode: ErrorCode | null } {
	const cause = error.cause;
	if (cause instanceof DomainError) {
		return { message: cause.message, problems: cause.problems, domainCode: cause.code };
	}
	if (cause instanceof ZodError) {
		const problems = problemsOf(cause.issues);
		const first = problems[0];
		const message = first ? `${first.where}: ${first.what}` : "the input doesn't have the right shape";
		return { message, problems, domainCode: "invalid_input" };
	}
	return { message: error.message, problems: [], domainCode: null };
}

const domainErrors = t.middleware(async ({ next }) => {
	const result = await next();
	if (!result.ok && result.error.cause instanceof DomainError) {
		const cause = result.error.cause;
		throw new TRPCError({ code: transportCode[cause.code], message: cause.message, cause });
	}
	return result;
});

export const router = t.router;
export const procedure = t.procedure.use(domainErrors);
export const createCaller = t.createCallerFactory;
