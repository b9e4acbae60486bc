import { EXIT, UserError } from "../base/user-error.ts";
import { auto } from "../core/strategies/auto.ts";
import { judge } from "../core/strategies/judge.ts";
import { react } from "../core/strategies/react.ts";
import type { Strategy } from "../core/strategies/strategy.ts";

/** Every strategy by its name. */
const STRATEGIES: Readonly<Record<string, Strategy>> = { auto, react, judge };

/** @throws {UserError} when there is no such strategy */
export function strategyNamed(name: string): Strategy {
  const strategy = STRATEGIES[name];
  if (!strategy)
    throw new UserError(`There is no strategy "${name}"; use ${Object.keys(STRATEGIES).join(", ")}.`, EXIT.usage);
  return strategy;
}
