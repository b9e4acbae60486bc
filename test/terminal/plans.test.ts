import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { pause, sitDown } from "./sit-down.ts";

const step = (id: string, tool: string, params: object, needs: readonly string[] = []) => ({
  ...{ id, title: `does ${id}`, tool, params, needs },
  ...{ status: "pending", attempts: 0 },
});
const PLAN = {
  ...{ version: 1, id: "move-on", goal: "look, then wait", created: "2026-11-22T00:00:00Z", status: "draft" },
  steps: [
    step("look", "read_file", { path: "a.txt" }),
    step("wait", "shell", { command: "while [ ! -e go ]; do sleep 0.1; done" }, ["look"]),
    step("again", "read_file", { path: "a.txt" }, ["wait"]),
  ],
  revisions: [],
};

test("a plan is listed, shown, run with a panel that follows it, and its ends become history", async () => {
  const { seat, place, snapshot } = await sitDown({
    files: { "a.txt": "alpha\n", "plan.json": JSON.stringify(PLAN) },
    seat: { rows: 30 },
  });
  expect((await runWaymark(["plan", "new", "--file", "plan.json"], place)).code).toBe(0);
  seat.type("/plan list\r");
  await seat.until("move-on draft: look, then wait");
  seat.type("/plan show move-on\r");
  await seat.until("[ ] wait");
  seat.type("/plan diagram\r");
  await seat.until(/╭|┌─+┐/);
  seat.type("/plan run move-on\r");
  await seat.until("Run this plan?");
  await pause();
  seat.type("1");
  await seat.until(/[Yy]es, once/);
  await pause();
  seat.type("y");
  await seat.until(/Plan move-on: 1 of 3 steps/);
  await seat.until("▶ wait: does wait");
  const screen = await snapshot();
  expect(screen.slice(screen.indexOf("Plan move-on: 1 of 3"), screen.lastIndexOf("›"))).toMatchSnapshot("plan panel");
  writeFileSync(join(place.cwd, "go"), "");
  const text = await seat.until(/Plan move-on: completed|✓ again: does again/);
  expect(text).toContain("✓ look: does look");
  expect(existsSync(join(place.cwd, ".waymark/plans/move-on.json"))).toBe(true);
});

test("the list of things to do stands below the spinner while it works, and Ctrl+T hides it", async () => {
  const items = [
    { text: "read the file", status: "completed" },
    { text: "change the date", status: "in_progress" },
    { text: "run the tests", status: "pending" },
  ];
  const { seat } = await sitDown({
    replies: [{ calls: [{ name: "todo", input: { items } }] }, { text: "Busy.", delayMs: 60_000 }],
  });
  seat.type("go\r");
  await seat.until(/To do: 1 of 3\n {2}☑ read the file\n {2}▶ change the date\n {2}☐ run the tests/);
  seat.type("\x14");
  await seat.until((text) => !text.includes("To do: 1 of 3"));
  seat.type("\x1b");
  await seat.until("Cancelled.");
  seat.type("\x14");
  await seat.until(/▶ change the date[\s\S]*›/);
});

test("/keys tells the keys as they are, also those of one's own", async () => {
  const { seat, place } = await sitDown({});
  seat.type("/exit\r");
  await seat.ended();
  mkdirSync(join(place.home, "waymark/config"), { recursive: true });
  writeFileSync(join(place.home, "waymark/config/keymap.json"), JSON.stringify({ cycleMode: ["ctrl+x"] }));
  const again = await sitDown({
    seat: { rows: 50, environment: { WAYMARK_HOME: join(place.home, "waymark") } },
    replies: [{ text: "x" }],
  });
  again.seat.type("/keys\r");
  await again.seat.until("ctrl+x (yours): the next permission mode (cycleMode)");
  again.seat.type("\x18");
  await again.seat.until("Mode plan");
});

test("an approval shows what each part of a command touches, and can be given for the session by kind", async () => {
  const { seat, place } = await sitDown({
    files: { "a.txt": "alpha\n" },
    replies: [
      { calls: [{ name: "shell", input: { command: "cp a.txt b.txt" } }] },
      { calls: [{ name: "shell", input: { command: "cp a.txt c.txt" } }] },
      { text: "Copied." },
    ],
    seat: { rows: 40 },
  });
  seat.type("copy\r");
  const asked = await seat.until("Yes, once");
  expect(asked).not.toContain("\\x");
  expect(asked).toMatch(/· [^\n]*cp a\.txt b\.txt/);
  expect(asked).toMatch(/For this session, allow it to create/);
  await pause();
  seat.type("s");
  await seat.until("Copied.");
  expect(existsSync(join(place.cwd, "c.txt"))).toBe(true);
});
