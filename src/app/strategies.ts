import { phrase } from "../base/phrase.ts";
import { EXIT, UserError } from "../base/user-error.ts";
import { auto } from "../core/strategies/auto.ts";
import { judge } from "../core/strategies/judge.ts";
import { react } from "../core/strategies/react.ts";
import type { Strategy } from "../core/strategies/strategy.ts";

/** The engine of plans is loaded only for those who plan. */
const plan: Strategy = async function* plan(parts) {
  const strategy = await import("../core/strategies/plan.ts");
  return yield* strategy.plan(parts);
};

/** Every strategy by its name. */
const STRATEGIES: Readonly<Record<string, Strategy>> = { auto, react, judge, plan };

/** @throws {UserError} when there is no such strategy */
export function strategyNamed(name: string): Strategy {
  const strategy = STRATEGIES[name];
  if (!strategy)
    throw new UserError(phrase`There is no strategy "${name}"; use ${Object.keys(STRATEGIES).join(", ")}.`, EXIT.usage);
  return strategy;
}
