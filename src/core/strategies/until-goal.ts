import { type GoalState, goalNote } from "../goal.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { Strategy } from "./strategy.ts";

/** How often a model that says nothing of the goal is sent back to it within one run. */
export const GOAL_ROUNDS_MAX = 8;
/** So many rounds without a call mean that it only talks. */
const IDLE_ROUNDS_MAX = 2;

/**
 * A strategy that ends only when the model says that the goal is reached or that it needs the person; not for ever. The limits of the run
 * hold over all rounds, and what it calls is decided as ever.
 */
export function untilGoal(strategy: Strategy, goal: string): Strategy {
  let isSettled = false;
  return async function* pursued(parts): AsyncGenerator<AgentEvent, Outcome> {
    // What comes after its end, such as what a hook asks for, is other work.
    if (isSettled) return yield* strategy(parts);
    yield { type: "prompt", text: orderFor(goal), origin: "engine" };
    for (let round = 1, idleRounds = 0; ; round++) {
      const { callCount } = parts.ledger;
      const outcome = yield* strategy(parts);
      if (outcome.kind !== "done" || parts.signal.aborted) return outcome;
      idleRounds = parts.ledger.callCount === callCount ? idleRounds + 1 : 0;
      const state = stateAfter(outcome.text, round, idleRounds);
      if (state !== "set") {
        isSettled = true;
        yield goalNote({ text: goal, state }, ENDS[state]);
        return outcome;
      }
      yield { type: "prompt", text: reminderOf(goal), origin: "engine" };
    }
  };
}

/** How it stands after a round: `set` where the model is sent back to it. */
function stateAfter(text: string, round: number, idleRounds: number): Verdict | "open" | "set" {
  const isOver = round >= GOAL_ROUNDS_MAX || idleRounds >= IDLE_ROUNDS_MAX;
  return verdictOf(text) ?? (isOver ? "open" : "set");
}

type Verdict = Extract<GoalState, "reached" | "blocked">;

/** The model's own word, on a line of its own; the last one counts. */
function verdictOf(text: string): Verdict | undefined {
  const word = [...text.matchAll(/^[ \t>#*_`-]*GOAL (REACHED|BLOCKED)\b/gm)].at(-1)?.[1];
  return word === undefined ? undefined : word === "REACHED" ? "reached" : "blocked";
}

const ENDS: Readonly<Record<Verdict | "open", string>> = {
  reached: "The goal is reached, as the model says.",
  blocked: "The model cannot go on with the goal without you; it is put aside.",
  open: "The goal is not reached yet; the next prompt goes on with it, and /goal clear drops it.",
};

const WORDS =
  "When it is reached and you have checked that, end with a line `GOAL REACHED:` and what proves it. When only the user can help you on, end with a line `GOAL BLOCKED:` and what you need.";

const orderFor = (goal: string): string =>
  `The user has set a goal for this session: ${goal}\nWork on until it is reached. ${WORDS}`;

const reminderOf = (goal: string): string => `The goal is not settled yet: ${goal}\nGo on with it. ${WORDS}`;
