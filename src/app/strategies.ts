import { EXIT, UserError } from "../base/user-error.ts";
import type { ModelClient } from "../core/ports.ts";
import { judge } from "../core/strategies/judge.ts";
import { react } from "../core/strategies/react.ts";
import type { Strategy } from "../core/strategies/strategy.ts";

/** Every strategy by its name; `auto` picks one by what the model can do. */
const STRATEGIES: Readonly<Record<string, Strategy>> = { react, judge };

/** @throws {UserError} when the strategy is not there */
export function chooseStrategy(
  name: string,
  model: ModelClient,
): { readonly name: string; readonly strategy: Strategy } {
  const chosen = name === "auto" ? (model.abilities.nativeTools ? "react" : "judge") : name;
  const strategy = STRATEGIES[chosen];
  if (!strategy)
    throw new UserError(
      `The strategy "${name}" is not there; use auto, ${Object.keys(STRATEGIES).join(" or ")}.`,
      EXIT.usage,
    );
  return { name: chosen, strategy };
}
