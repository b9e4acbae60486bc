import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { pause, sitDown } from "./sit-down.ts";

const step = (id: string, ...needs: string[]) => ({
  ...{ id, title: `make ${id}`, tool: "shell", params: { command: `touch ${id}` }, needs },
});
const planText = (...steps: readonly object[]) => ({ text: JSON.stringify({ steps }) });
const ALL = ["--permission-mode", "bypassPermissions"];

test("/plan new drafts, shows the list, takes a remark, and runs what was agreed to; /plan show has it afterwards", async () => {
  const { seat, place } = await sitDown({
    args: ALL,
    replies: [planText(step("one")), planText(step("one"), step("two", "one"))],
  });
  seat.type("/plan new make files\r");
  await seat.until("Run this plan?");
  expect(existsSync(join(place.cwd, "one"))).toBe(false);
  await pause();
  seat.type("two of them");
  await seat.until("two of them");
  seat.type("\r");
  await seat.until("make two");
  await seat.until("Run this plan?");
  await pause();
  seat.type("1");
  const screen = await seat.until("2 of 2 steps completed.");
  // What the planner says to the engine is shown as what comes of it.
  expect(screen).not.toContain('"steps"');
  expect(screen).toMatch(/^› \/plan new make files$/m);
  expect(readdirSync(place.cwd)).toEqual(expect.arrayContaining(["one", "two"]));
  seat.type("/plan show\r");
  await seat.until("[x] two  make two (shell, after one)");
});

test("/plan todos turns the list of things to do into a plan, and a sentence that begins like an action is a prompt", async () => {
  const items = [{ text: "write the parser" }, { text: "test it" }];
  const { seat, place } = await sitDown({
    args: ALL,
    replies: [{ calls: [{ name: "todo", input: { items } }] }, { text: "Noted." }, { text: "I would run them." }],
  });
  seat.type("/plan todos\r");
  // As far in as what a command has to say else.
  await seat.until(/^ {2}The list of things to do is empty\.$/m);
  seat.type("plan your work\r");
  await seat.until("Noted.");
  seat.type("/plan todos\r");
  await seat.until(/^ {2}\[ \] todo-2 {2}test it \(agent, after todo-1\)$/m);
  await seat.until("A draft: /plan run executes it");
  seat.type("/plan diagram\r");
  expect(await seat.until("▼")).not.toMatch(/`{3}/);
  expect(readdirSync(join(place.cwd, ".waymark/plans"))).toHaveLength(1);
  seat.type("/plan run all the tests\r");
  await seat.until("I would run them.");
});

test("plan edit opens the editor, keeps what was written, and says what is wrong with it", async () => {
  const { place } = await sitDown({});
  const at = (editor: string) => ({ ...place, environment: { EDITOR: editor } });
  writeFileSync(join(place.home, "p.json"), JSON.stringify({ id: "p", goal: "g", steps: [step("one")] }));
  await runWaymark(["plan", "new", "--file", join(place.home, "p.json")], place);
  const good = await runWaymark(["plan", "edit"], at("sed -i s/one/three/g"));
  expect(good, good.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("p can be run") });
  const bad = await runWaymark(["plan", "edit", "p"], at("sed -i s/shell/shall/"));
  expect(bad.code).toBe(42);
  expect(bad.stderr).toContain("p.json cannot be run as it is now: Step three: Unknown tool: shall.");
  expect(readFileSync(join(place.cwd, ".waymark/plans/p.json"), "utf8")).toContain('"shall"');
  expect((await runWaymark(["plan", "edit"], at("false"))).stderr).toContain("the text is as it was");
  expect((await runWaymark(["plan", "edit"], place)).stderr).toContain("Neither VISUAL nor EDITOR is set");
});

test("what a plan file says reaches a terminal without its sequences", async () => {
  const { place } = await sitDown({});
  const title = "harmless \u001b]0;EVIL\u0007\u001b[31mred\u001b[2J";
  writeFileSync(
    join(place.home, "p.json"),
    JSON.stringify({ id: "p", goal: title, steps: [{ ...step("one"), title }] }),
  );
  await runWaymark(["plan", "new", "--file", join(place.home, "p.json")], place);
  for (const verb of ["show", "list"]) {
    const seat = new Seat(["plan", verb], place);
    onTestFinished(() => seat.close());
    await seat.until("harmless");
    await seat.ended();
    expect(seat.written, verb).not.toMatch(/\u001b\[31mred|\u001b\]0;EVIL|\u001b\[2J/);
  }
});
