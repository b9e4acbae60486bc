import { expect, test } from "vitest";
import { NO_ANSWER, type Occasion } from "../ports/hooks.ts";
import { hooksOfAgent } from "./agent-hooks.ts";
import { HOOK_EVENTS } from "./hook-events.ts";

test("a sub-agent's beginning and end are told as such, and everything with its name", async () => {
  const told: Occasion[] = [];
  const set = new Set(["SubagentStart", "SubagentStop", "PreToolUse"]);
  const hooks = hooksOfAgent(
    {
      has: (event) => set.has(event),
      async fire(occasion) {
        told.push(occasion);
        return { answer: NO_ANSWER, note: undefined };
      },
    },
    { id: "a1", type: "explore" },
  );
  expect(HOOK_EVENTS.filter((event) => hooks.has(event))).toEqual([
    ...["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop"],
  ]);
  const call = { id: "1", name: "shell", input: {}, accesses: [] };
  const { signal } = new AbortController();
  await hooks.fire({ event: "UserPromptSubmit", fields: { prompt: "look" } }, signal);
  await hooks.fire({ event: "PreToolUse", call }, signal);
  await hooks.fire({ event: "Stop", fields: { stop_hook_active: false } }, signal);
  const agent = { agent_id: "a1", agent_type: "explore" };
  expect(told).toEqual([
    { event: "SubagentStart", subject: "explore", fields: { prompt: "look", ...agent } },
    { event: "PreToolUse", call, fields: agent },
    { event: "SubagentStop", subject: "explore", fields: { stop_hook_active: false, ...agent } },
  ]);
});
