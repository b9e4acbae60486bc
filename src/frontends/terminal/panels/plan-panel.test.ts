import { expect, test } from "vitest";
import { panelRows } from "../panels.ts";
import { createTheme } from "../theme.ts";
import { followPlan, type PlanPanel } from "./plan-panel.ts";

const theme = createTheme("dark", "none") ?? { name: "none", paint: (_: string, text: string) => text };
const step = (id: string, status: string) => ({ id, title: `does ${id}`, tool: "think", status, attempts: 1 });
const follow = (updates: readonly object[]): { panel: PlanPanel | undefined; notices: string[] } => {
  let panel: PlanPanel | undefined;
  const notices: string[] = [];
  for (const detail of updates) {
    const news = followPlan(panel, { planId: "p1", status: "running", detail });
    panel = news.panel;
    if (news.notice) notices.push(news.notice.text);
  }
  return { panel, notices };
};

test("a plan is followed step by step, and only ends become history", () => {
  const { panel, notices } = follow([
    { plan: { steps: [step("a", "pending"), step("b", "pending")] }, text: "plan p1: 2 steps" },
    { step: step("a", "in_progress") },
    { step: step("a", "completed") },
    { step: { ...step("b", "failed"), error: "no such file" } },
  ]);
  expect(notices).toEqual(["Plan p1: 2 steps", "✓ a: does a", "✗ b: does b, failed: no such file"]);
  expect(panelRows({ plan: panel, todos: [] }, 60, theme)).toEqual([
    "Plan p1: 1 of 2 steps",
    "  ☑ a: does a",
    "  ✗ b: does b",
  ]);
});

test("a changed plan gains and loses steps in the panel", () => {
  const { panel } = follow([
    { plan: { steps: [step("a", "completed"), step("b", "pending")] } },
    {
      revision: {
        diff: [
          { op: "remove", step: "b" },
          { op: "add", step: "c", to: { title: "another way" } },
        ],
      },
    },
  ]);
  expect(panel?.steps.map(({ id, title }) => `${id} ${title}`)).toEqual(["a does a", "c another way"]);
});

test("details of no known shape change nothing but the status", () => {
  const { panel } = follow([{ plan: { steps: [step("a", "pending")] } }, { plan: 7, step: "x", revision: [] }]);
  expect(panel?.steps).toHaveLength(1);
});

test("a long list shows what is under way and how much is hidden", () => {
  const todos = Array.from({ length: 40 }, (_, index) => ({
    ...{ id: String(index), text: `thing ${index}` },
    status: index < 20 ? ("completed" as const) : index === 20 ? ("in_progress" as const) : ("pending" as const),
  }));
  const rows = panelRows({ plan: undefined, todos }, 60, theme);
  expect(rows[0]).toBe("To do: 20 of 40, 33 not shown");
  expect(rows).toContain("  ▶ thing 20");
  expect(rows).toHaveLength(8);
});

test("nothing is shown once all is done", () => {
  expect(panelRows({ plan: undefined, todos: [{ id: "1", text: "x", status: "completed" }] }, 60, theme)).toEqual([]);
});
