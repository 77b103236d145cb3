import { type Command, InvalidArgumentError, Option } from "commander";
import type { Budgets } from "../domain/budgets.ts";
import { positiveInteger } from "./flags.ts";

export interface BudgetFlags {
	budgetTokens?: number;
	budgetCost?: number;
	budgetMinutes?: number;
	budgetCalls?: number;
	budgetTurns?: number;
	onBudget?: "pause" | "stop";
}

/** `--budget-tokens` and its sisters: limits of the whole run, and of turns in a call. */
export function addBudgetFlags(command: Command): Command {
	return command
		.option("--budget-tokens <n>", "so many tokens in all", positiveInteger("--budget-tokens"))
		.option("--budget-cost <usd>", "so many US dollars in all", positiveAmount("--budget-cost"))
		.option("--budget-minutes <n>", "so many minutes at work", positiveAmount("--budget-minutes"))
		.option("--budget-calls <n>", "so many calls of harnesses", positiveInteger("--budget-calls"))
		.option(
			"--budget-turns <n>",
			"so many answers of the model in one call",
			positiveInteger("--budget-turns"),
		);
}

export const onBudget = new Option(
	"--on-budget <what>",
	"when a budget is used up: pause (exit 3; `resume` with a larger one goes on) or stop (exit 1)",
).choices(["pause", "stop"]);

/** Only what was said, so that the rest stays as the project's file has it. */
export function budgetsOf(flags: BudgetFlags): Budgets {
	const said = {
		tokens: flags.budgetTokens,
		costUsd: flags.budgetCost,
		wallMinutes: flags.budgetMinutes,
		invocations: flags.budgetCalls,
		onExhausted: flags.onBudget,
		perInvocation: flags.budgetTurns === undefined ? undefined : { turns: flags.budgetTurns },
	};
	return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function positiveAmount(flag: string): (value: string) => number {
	return (value) => {
		const amount = Number(value);
		if (/^\d+(\.\d+)?$/.test(value) && Number.isFinite(amount) && amount > 0) return amount;
		throw new InvalidArgumentError(`${flag} takes a number above 0.`);
	};
}
