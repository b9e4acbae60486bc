import { expect, test } from "vitest";
import { goalIn } from "../goal.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { Strategy } from "./strategy.ts";
import { GOAL_ROUNDS_MAX, untilGoal } from "./until-goal.ts";

/** A strategy that ends so each time; `calls` says whether it works meanwhile. */
async function pursue(outcomes: readonly Outcome[], { calls }: { readonly calls: boolean }) {
  const ledger = new RunLedger(0);
  const parts = { ledger, signal: new AbortController().signal } as AgentParts;
  let rounds = 0;
  // biome-ignore lint/correctness/useYield: what it shows is of no interest here.
  const strategy: Strategy = async function* played() {
    if (calls) ledger.countCall();
    return outcomes[rounds++] ?? outcomes.at(-1) ?? { kind: "done", text: "" };
  };
  const events: AgentEvent[] = [];
  const run = untilGoal(strategy, "the tests pass")(parts);
  for (;;) {
    const { done, value } = await run.next();
    if (!done) events.push(value);
    else
      return { rounds, outcome: value, states: events.flatMap((event) => goalIn(event as never)?.state ?? []), events };
  }
}
const said = (text: string): Outcome => ({ kind: "done", text });

test("the model is told of the goal, and is sent back to it until it says that it is reached", async () => {
  const { rounds, outcome, states, events } = await pursue(
    [said("I looked."), said("I changed it."), said("All is well.\n\n**GOAL REACHED:** 12 tests pass")],
    { calls: true },
  );
  expect(rounds).toBe(3);
  expect(outcome.kind).toBe("done");
  expect(states).toEqual(["reached"]);
  const prompts = events.filter(({ type }) => type === "prompt");
  expect(prompts).toHaveLength(3);
  for (const prompt of prompts) expect(prompt).toMatchObject({ origin: "engine", text: /the tests pass/ });
});

test.each([
  [
    "a word in the middle of a sentence is no verdict, the last verdict counts",
    "GOAL REACHED: no\nGOAL BLOCKED: which database?",
    "blocked",
  ],
  ["so is one in a list", "- GOAL REACHED: yes", "reached"],
])("%s", async (_, text, state) => {
  const { states, rounds } = await pursue([said("Is the GOAL REACHED? Not yet."), said(text)], { calls: true });
  expect({ states, rounds }).toEqual({ states: [state], rounds: 2 });
});

test("it is not sent back for ever, and sooner where it only talks; the goal stays", async () => {
  expect(await pursue([said("working")], { calls: true })).toMatchObject({ rounds: GOAL_ROUNDS_MAX, states: ["open"] });
  expect(await pursue([said("thinking")], { calls: false })).toMatchObject({ rounds: 2, states: ["open"] });
});

test.each<Outcome>([
  { kind: "cancelled", text: "" },
  { kind: "limit", limit: "steps", text: "" },
  { kind: "denied", text: "" },
  { kind: "failed", text: "" },
])("a run that ends with $kind ends, and nothing is said of the goal", async (outcome) => {
  expect(await pursue([said("a"), outcome], { calls: true })).toMatchObject({ rounds: 2, outcome, states: [] });
});
