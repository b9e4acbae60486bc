import { expect, test } from "vitest";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { exportHtml } from "./export-html.ts";
import { exportMarkdown } from "./export-session.ts";

const reply = (text: string, more: object = {}): RecordedEvent => ({
  ...{ type: "reply", content: [{ kind: "text", text }], end: "stop", model: "m", usage: NO_USAGE },
  ...{ costUsd: 0, durationMs: 1 },
  ...more,
});
const FENCED = 'Look:\n\n```mermaid\nflowchart TD\n  a["A <b>"] --> b\n```\n\nand\n\n```mermaid\npie title x\n```\n';
const step = (id: string, status: string, needs: string[] = []) => ({ id, title: id, tool: "shell", needs, status });
const plan = (status: string, ...states: string[]): RecordedEvent => ({
  type: "plan-update",
  planId: "p",
  status,
  detail: { text: `plan p: ${status}`, plan: { steps: states.map((state, index) => step(`s${index}`, state)) } },
});

test("diagrams of answers and results are drawn into the page, which loads nothing and runs nothing", () => {
  const page = exportHtml([
    { type: "session-start", sessionId: "s", cwd: "/w", version: "1" },
    reply(FENCED),
    {
      type: "call-end",
      result: {
        callId: "c",
        name: "flow",
        text: FENCED,
        failed: false,
        display: { kind: "text", text: "" },
        durationMs: 1,
      },
    },
  ]);
  expect(page.match(/<figure><svg /g)).toHaveLength(2);
  expect(page).toContain(">A &lt;b&gt;</text>");
  // What cannot be drawn is shown as its source.
  expect(page).toContain('<pre class="mermaid">pie title x\n</pre>');
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(http|href="http/);
});

test("each plan is drawn once, as it ended, and what a planner says to the engine is folded away", () => {
  const page = exportHtml([
    reply('{"steps": []}', { aside: true }),
    plan("running", "pending", "pending"),
    plan("completed", "completed", "skipped"),
  ]);
  expect(page.match(/<svg /g)).toHaveLength(1);
  expect(page).toContain('fill="#d3f2d3"');
  expect(page).toContain("<details><summary>To the engine</summary>");
  expect(exportMarkdown([reply('{"steps": []}', { aside: true })])).toBe(
    '<details><summary>To the engine</summary>\n\n```\n{"steps": []}\n```\n\n</details>\n',
  );
});
