import { expect, test } from "vitest";
import { PLAN_STATUSES, STEP_STATUSES } from "../protocol/plan.ts";
import { draftPlan, readPlan, readSteps } from "./read-plan.ts";

const GIVEN = { id: "p", goal: "the goal", created: "2026-01-01T00:00:00.000Z" };

test("CA-21: a step as the seed writes it (number ids, description, tool_params, dependencies, nulls) is one of ours", () => {
  const read = draftPlan(
    [
      {
        id: 1,
        description: "Read it",
        tool: "read_file",
        tool_params: { path: "a" },
        dependencies: [],
        status: "pending",
      },
      { id: 2, description: "Think", tool: null, tool_params: null, result: null, error: null, dependencies: [1] },
    ],
    GIVEN,
  );
  expect(read.kind === "plan" ? read.plan.steps : read).toEqual([
    { id: "1", title: "Read it", tool: "read_file", params: { path: "a" }, needs: [], status: "pending", attempts: 0 },
    {
      id: "2",
      title: "Think",
      tool: "think",
      params: { prompt: "Think" },
      needs: ["1"],
      status: "pending",
      attempts: 0,
    },
  ]);
});

test("CA-20: the states of a step are the seed's, and blocked, which the seed called completed", () => {
  expect(STEP_STATUSES).toEqual(["pending", "in_progress", "completed", "failed", "skipped", "blocked"]);
  expect(PLAN_STATUSES).toEqual(["draft", "running", "blocked", "failed", "completed", "cancelled"]);
});

test("CA-21: a draft has done nothing yet, whatever it says; a file keeps what its steps have come to", () => {
  const step = { id: "a", title: "a", tool: "shell", params: { command: "true" }, needs: [] };
  const ended = { ...step, status: "completed", attempts: 2, result: "x", key: "k", output: "o" };
  const draft = draftPlan({ steps: [ended], status: "completed" }, GIVEN);
  expect(draft.kind === "plan" ? [draft.plan.status, draft.plan.steps] : draft).toEqual([
    "draft",
    [{ ...step, status: "pending", attempts: 0 }],
  ]);
  const kept = readPlan({ ...GIVEN, version: 1, status: "running", steps: [ended], revisions: [] });
  expect(kept.kind === "plan" ? kept.plan.steps : kept).toEqual([ended]);
});

test.each([
  ["no object", 3, "A plan is an object"],
  ["no steps", { ...GIVEN, steps: [] }, "The list of steps is empty"],
  ["a step that is a text", { ...GIVEN, steps: ["go"] }, "Step 1 is no object"],
  ["a state that there is not", { ...GIVEN, steps: [{ id: "a", title: "a", status: "done" }] }, "status of step a"],
  ["an id with a blank", { ...GIVEN, steps: [{ id: "a b", title: "a" }] }, "letters, digits, _ and - (64 at most)"],
  [
    "params that are a list",
    { ...GIVEN, steps: [{ id: "a", title: "a", tool: "shell", params: [] }] },
    "params of step a",
  ],
])("a plan with %s is refused by name", (_, value, problem) => {
  const read = readPlan(value);
  expect(read.kind === "malformed" ? read.problems.join(" ") : read).toContain(problem);
});

test.each([
  [{ id: "a", params: {} }, "title of step a is missing."],
  [{ id: "a", title: "t", params: "true" }, "params of step a must be an object."],
  [{ id: "a", title: "t", check: 7 }, 'check of step a must be a command or {"tool", "params"}.'],
  [{ id: "a", title: "t", status: "done" }, "status of step a must be one of pending, in_progress, completed,"],
  [{ id: "a", title: "t", limits: { seconds: -1 } }, "limits.seconds of step a must be more than 0."],
  [{ id: "a", title: "t", limits: { turn: 1 } }, "limits of step a cannot have turn; there are seconds, turns,"],
])("what a hand has got wrong is said in words of the plan: %j", (step, problem) => {
  const read = readPlan({ id: "p", goal: "g", created: "now", steps: [step] });
  expect(read.kind === "malformed" ? read.problems.join(" ") : read).toContain(problem);
});

test("a field that a slip made of another is named with what it was meant to be, and no step is only thought about for it", () => {
  const read = (...steps: readonly object[]) => readSteps(steps, { keepState: false });
  expect(read({ id: "a", title: "Run", tol: "shell", params: {} }, { id: "b", step: "Look" })).toEqual({
    kind: "malformed",
    problems: [
      "Step a has tol, which is no field; did you mean tool?",
      "Step b has step, which is no field, and no tool (think only asks the model).",
    ],
  });
  expect(read({ id: "a", title: "Run", tool: "shell", parms: {} })).toEqual({
    kind: "malformed",
    problems: ["Step a has parms, which is no field; did you mean params?"],
  });
  expect(read({ id: "a", title: "Run", tool: "shell", params: {}, risk: "low" }).kind).toBe("steps");
});
